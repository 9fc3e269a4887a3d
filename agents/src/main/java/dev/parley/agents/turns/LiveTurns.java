package dev.parley.agents.turns;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.core.address.SessionKey;
import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The turns that this hub makes right now, and who is told of them. Any thread. */
final class LiveTurns {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTurns.class);

  private final Timekeeper time;
  private final Map<SessionKey, LiveTurn> turns = new ConcurrentHashMap<>();
  private final List<TurnHook> hooks = new CopyOnWriteArrayList<>();

  LiveTurns(Timekeeper time) {
    this.time = time;
  }

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
            turn.arrivals().stream().map(Arrival::id).toList(),
            turn.arrivals().stream().map(Arrival::at).toList());
    turns.put(turn.session(), live);
    tell(live.started());
  }

  /** It was asked, since then, whether to answer at all. */
  void triaged(SessionKey session, long since) {
    note(session, notes -> notes.triage(since, time.millis()));
  }

  /** The brain that is to answer is called now. */
  void called(SessionKey session) {
    note(session, notes -> notes.called(time.millis()));
  }

  private void note(SessionKey session, Consumer<CourseNotes> change) {
    LiveTurn live = turns.get(session);
    if (live != null) {
      change.accept(live.notes);
    }
  }

  /** What has happened when in the turn that is being made. */
  Course course(SessionKey session) {
    LiveTurn live = turns.get(session);
    return live == null ? Course.UNKNOWN : live.course();
  }

  void happened(SessionKey session, BrainEvent event) {
    note(session, notes -> notes.note(event, time.millis()));
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
