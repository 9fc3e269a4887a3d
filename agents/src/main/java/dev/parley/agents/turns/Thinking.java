package dev.parley.agents.turns;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Message;
import dev.parley.core.time.Timekeeper;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brains: first whether to answer at all, where a cheaper brain is named for that, then
 * what. A brain that takes too long is interrupted, and whatever it throws is an outcome. On the
 * turn's thread.
 */
final class Thinking {
  private static final Logger LOG = LoggerFactory.getLogger(Thinking.class);

  private static final long CONDENSING_MILLIS_MAX = Duration.ofMinutes(2).toMillis();

  private final TurnsConfig config;
  private final Timekeeper time;
  private final LiveTurns live;
  private final Map<SessionKey, Breaker> running = new ConcurrentHashMap<>();

  /** Breaks off the thinking of one thread, at most once and not after it has ended. */
  private static final class Breaker {
    private final Thread thread = Thread.currentThread();
    private @Nullable String reason;
    private boolean ended;

    synchronized boolean breakOff(String why) {
      if (ended || reason != null) {
        return false;
      }
      reason = why;
      thread.interrupt();
      return true;
    }

    /** Why it was broken off, or null; afterwards nobody interrupts the thread any more. */
    synchronized @Nullable String end() {
      ended = true;
      if (reason != null) {
        boolean _ = Thread.interrupted();
      }
      return reason;
    }
  }

  Thinking(TurnsConfig config, Timekeeper time, LiveTurns live) {
    this.config = config;
    this.time = time;
    this.live = live;
  }

  /** Interrupts what thinks for this session here; its turn ends as failed. */
  boolean cancel(SessionKey session) {
    return breakOff(session, "the turn was cancelled");
  }

  boolean breakOff(SessionKey session, String why) {
    Breaker breaker = running.get(session);
    return breaker != null && breaker.breakOff(why);
  }

  Outcome about(TurnMaker.Claimed turn, AutoRun autoRun, boolean forced, BooleanSupplier closing)
      throws InterruptedException {
    if (turn.messages().isEmpty()) {
      return new Outcome.Declined("the messages are gone");
    }
    int hops = turn.messages().stream().mapToInt(Message::hops).max().orElse(0);
    if (hops >= config.hopsMax()) {
      return new Outcome.Declined(
          "agents have answered each other " + hops + " times; that is enough");
    }
    BrainRequest request = new BrainRequest(turn.session(), turn.claim().turn(), turn.messages());
    Breaker breaker = new Breaker();
    running.put(turn.session(), breaker);
    Timekeeper.Alarm alarm =
        time.after(
            Duration.ofMillis(autoRun.turnMillisMax()),
            () -> breaker.breakOff("the turn took longer than " + autoRun.turnMillisMax() + " ms"));
    try {
      Outcome outcome = thought(request, autoRun, forced);
      String broken = breaker.end();
      return broken == null ? outcome : new Outcome.Failed(broken);
    } catch (InterruptedException e) {
      String broken = breaker.end();
      if (broken == null || closing.getAsBoolean()) {
        throw e;
      }
      return new Outcome.Failed(broken);
    } finally {
      alarm.cancel();
      running.remove(turn.session(), breaker);
    }
  }

  private Outcome thought(BrainRequest request, AutoRun autoRun, boolean forced)
      throws InterruptedException {
    if (autoRun.triage() != null && !forced) {
      // Whatever goes wrong with asking counts as yes: better one answer too many.
      long since = time.millis();
      Outcome wanted = asked("triage", autoRun.triage(), request, _ -> {});
      live.triaged(request.session(), since);
      if (wanted instanceof Outcome.Declined
          || (wanted instanceof Outcome.Answered(String word)
              && word.strip().equalsIgnoreCase("no"))) {
        return new Outcome.Declined("it was decided not to answer");
      }
    }
    live.called(request.session());
    return asked(autoRun.brains(), request);
  }

  /** The next is asked when one fails that has not done anything yet. */
  private Outcome asked(List<String> names, BrainRequest request) throws InterruptedException {
    List<String> reasons = new ArrayList<>();
    for (String name : names) {
      AtomicBoolean acted = new AtomicBoolean();
      Outcome outcome =
          asked(
              "brain",
              name,
              request,
              event -> {
                if (event instanceof BrainEvent.ToolCalled) {
                  acted.set(true);
                }
                shown(request.session(), event);
              });
      if (!(outcome instanceof Outcome.Failed(String reason)) || acted.get()) {
        return received(outcome);
      }
      reasons.add(names.size() == 1 ? reason : name + ": " + reason);
    }
    return new Outcome.Failed(String.join("; ", reasons));
  }

  /** Hooks change only what is shown: what a brain does is done already, or decided elsewhere. */
  private void shown(SessionKey session, BrainEvent event) {
    BrainEvent changed = StreamHook.changed(config.hooks(), event);
    if (changed != null) {
      live.happened(session, changed);
    }
  }

  private Outcome received(Outcome outcome) throws InterruptedException {
    return outcome instanceof Outcome.Answered(String text)
        ? new Outcome.Answered(
            config.hooks().text(HookPoint.MESSAGE_POST_RECEIVE, "response_text", text))
        : outcome;
  }

  private Outcome asked(String what, String name, BrainRequest request, Consumer<BrainEvent> told)
      throws InterruptedException {
    Span span = Current.span().child(Span.Kind.INTERNAL, what).with("parley.brain", name);
    try {
      Outcome outcome = Current.in(span, () -> asked(name, request, told));
      return outcome instanceof Outcome.Failed ? failed(span, outcome) : outcome;
    } finally {
      span.end();
    }
  }

  private static Outcome failed(Span span, Outcome outcome) {
    Span _ = span.failed(outcome.name());
    return outcome;
  }

  /**
   * What was said before, in fewer words; null when the brain cannot say it, fails or takes too
   * long, and then nothing changes.
   */
  @Nullable String condensed(AutoRun autoRun, Brain.Before before, BooleanSupplier closing)
      throws InterruptedException {
    Brain brain = config.brain(autoRun.brains().getFirst());
    if (brain == null) {
      return null;
    }
    Breaker breaker = new Breaker();
    running.put(before.session(), breaker);
    Timekeeper.Alarm alarm =
        time.after(
            Duration.ofMillis(Math.min(CONDENSING_MILLIS_MAX, autoRun.turnMillisMax())),
            () -> breaker.breakOff("it took too long"));
    try {
      String words = brain.condense(before);
      return breaker.end() == null ? words : null;
    } catch (InterruptedException e) {
      if (breaker.end() == null || closing.getAsBoolean()) {
        throw e;
      }
      return null;
    } catch (RuntimeException e) {
      var _ = breaker.end();
      LOG.warn("what was said in {} could not be condensed; it is kept", before.session(), e);
      return null;
    } finally {
      alarm.cancel();
      running.remove(before.session(), breaker);
    }
  }

  private Outcome asked(String name, BrainRequest request, Consumer<BrainEvent> told)
      throws InterruptedException {
    Brain brain = config.brain(name);
    if (brain == null) {
      return new Outcome.Failed("there is no brain '" + name + "' any more");
    }
    try {
      return brain.run(request, told);
    } catch (RuntimeException e) {
      LOG.warn("the brain '{}' failed in a turn of {}", name, request.session(), e);
      return new Outcome.Failed("the brain '" + name + "' failed; the hub's log has the details");
    }
  }
}
