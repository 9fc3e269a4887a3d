package dev.parley.agents.schedules;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.Path;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is due of a schedule at one moment, decided before the commit, and done within it if the
 * schedule is still the one it was decided about: another hub may have been faster.
 *
 * @param times for which it fires
 * @param skipped what is noted of times for which it does not, or null
 */
record Firing(
    Schedule schedule,
    List<Long> times,
    @Nullable Run skipped,
    long next,
    long now,
    String outcome,
    int historyMax) {

  /** A time that passed less than this ago is not missed. */
  static final long GRACE_MILLIS = 60_000;

  /** Of a schedule whose time has come. */
  static Firing due(Schedule schedule, long now, SchedulesConfig config) {
    List<Long> times = new ArrayList<>();
    String left = "";
    switch (schedule.missed()) {
      case SKIP -> {
        long from = schedule.next();
        if (now - from > GRACE_MILLIS) {
          left = "it was too late";
          from = schedule.timing().next(now - GRACE_MILLIS).orElse(Long.MAX_VALUE);
        }
        if (from <= now) {
          times.add(from);
        }
      }
      case ONCE -> times.add(schedule.next());
      case ALL -> {
        OptionalLong time = OptionalLong.of(schedule.next());
        while (time.isPresent() && time.getAsLong() <= now && times.size() < config.catchUpMax()) {
          times.add(time.getAsLong());
          time = schedule.timing().next(time.getAsLong());
        }
        if (time.isPresent() && time.getAsLong() <= now) {
          left = "at most " + config.catchUpMax() + " missed times are made up for";
        }
      }
    }
    Run skipped = left.isEmpty() ? null : new Run(0, schedule.next(), now, "skipped", null, left);
    long next = schedule.timing().next(now).orElse(0);
    return new Firing(schedule, times, skipped, next, now, "sent", config.historyMax());
  }

  /** Now, whatever its times are; they stay as they are. */
  static Firing triggered(Schedule schedule, long now, SchedulesConfig config) {
    return new Firing(
        schedule, List.of(now), null, schedule.next(), now, "triggered", config.historyMax());
  }

  /** The same without sending anything, because that was refused for good. */
  Firing failed(String why) {
    return new Firing(
        schedule,
        List.of(),
        new Run(0, schedule.next(), now, "failed", null, why),
        next,
        now,
        outcome,
        historyMax);
  }

  /** On the committer thread, perhaps more than once; empty when somebody else has changed it. */
  Optional<Schedule> apply(Tx tx) {
    byte[] there = tx.get(Schedules.TABLE, schedule.key());
    if (there == null || !Rows.schedule(there).equals(schedule)) {
      return Optional.empty();
    }
    long number = schedule.runs();
    if (skipped != null) {
      note(
          tx,
          new Run(++number, skipped.scheduledFor(), now, skipped.outcome(), null, skipped.text()));
    }
    for (long time : times) {
      var message = tx.route(draft(time), sender());
      note(tx, new Run(++number, time, now, outcome, message, ""));
    }
    Schedule after =
        outcome.equals("triggered")
            ? schedule.triggered(number - schedule.runs())
            : schedule.after(number - schedule.runs(), next, now);
    tx.put(Schedules.TABLE, schedule.key(), Rows.write(after));
    return Optional.of(after);
  }

  private void note(Tx tx, Run run) {
    tx.put(Schedules.RUNS, Schedules.runKey(schedule.key(), run.number()), Rows.write(run));
    if (run.number() > historyMax) {
      tx.delete(Schedules.RUNS, Schedules.runKey(schedule.key(), run.number() - historyMax));
    }
  }

  private Sender sender() {
    String name = schedule.agent().value();
    return name.equals(Sender.OWNER_NAME)
        ? Visit.ofHub().senderAs(name)
        : new Visit(new Principal.AgentPrincipal(schedule.agent()), Door.HUB, "").senderAs(name);
  }

  private Draft draft(long time) {
    return draft(schedule, time);
  }

  static Draft draft(Schedule schedule, long time) {
    Says says = schedule.says();
    String payload = says.payload();
    Draft.Builder draft =
        Draft.from(schedule.agent().value())
            .to(Path.parse(says.path()))
            .type(says.type())
            .content(says.content())
            .payload(payload == null ? null : payload.getBytes(UTF_8));
    draft.set(
        EnvelopeField.METADATA,
        ("{\"schedule\":\"" + schedule.name() + "\",\"scheduledFor\":" + time + "}")
            .getBytes(UTF_8));
    if (says.type() == MessageType.TASK) {
      draft.set(EnvelopeField.TASK_ID, schedule.name() + "-" + time);
    }
    return draft.build();
  }
}
