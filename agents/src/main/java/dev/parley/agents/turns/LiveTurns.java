package dev.parley.agents.turns;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Message;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The turns that this hub makes right now, and who is told of them. Any thread. */
final class LiveTurns {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTurns.class);

  private final Map<SessionKey, LiveTurn> turns = new ConcurrentHashMap<>();
  private final List<TurnHook> hooks = new CopyOnWriteArrayList<>();

  void add(TurnHook hook) {
    hooks.add(hook);
  }

  void remove(TurnHook hook) {
    hooks.remove(hook);
  }

  void begin(TurnMaker.Claimed turn) {
    LiveTurn live =
        new LiveTurn(
            turn.session(),
            turn.claim().turn(),
            turn.claim().startedAt(),
            turn.messages().stream().map(Message::id).toList());
    turns.put(turn.session(), live);
    tell(live.started());
  }

  void happened(SessionKey session, BrainEvent event) {
    LiveTurn live = turns.get(session);
    TurnEvent.Happened noted = live == null ? null : live.note(event);
    if (noted != null) {
      tell(noted);
    }
  }

  void end(TurnMaker.Claimed turn) {
    turns.remove(turn.session());
    tell(new TurnEvent.Ended(turn.session(), turn.claim().turn()));
  }

  @Nullable LiveTurn of(SessionKey session) {
    return turns.get(session);
  }

  private void tell(TurnEvent event) {
    for (TurnHook hook : hooks) {
      try {
        hook.onTurn(event);
      } catch (RuntimeException e) {
        LOG.warn("a hook failed that was told of a turn of {}", event.session(), e);
      }
    }
  }
}
