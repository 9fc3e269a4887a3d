package dev.parley.agents.turns;

/** Told of turns while they are made, on the turn's thread: be short and never block. */
@FunctionalInterface
public interface TurnHook {
  void onTurn(TurnEvent event);
}
