package dev.parley.agents.brain;

import java.util.function.Consumer;

/** Thinks for an agent in one turn. Any thread; several turns at once. */
public interface Brain {

  /**
   * Thinks until it has come to an end, on the caller's thread.
   *
   * @param events told what happens meanwhile, one event at a time; must not block for long
   * @throws InterruptedException when it was cancelled
   */
  Outcome run(BrainRequest request, Consumer<BrainEvent> events) throws InterruptedException;
}
