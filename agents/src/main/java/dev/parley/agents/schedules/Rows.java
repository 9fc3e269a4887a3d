package dev.parley.agents.schedules;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** How records are written to the store: JSON, so that a later version may add fields. */
final class Rows {
  private static final JsonMapper JSON = new JsonMapper();

  private Rows() {}

  private record ScheduleRow(
      String agent,
      String name,
      @Nullable String cron,
      @Nullable String zone,
      long once,
      String path,
      String type,
      @Nullable String content,
      @Nullable String payload,
      String missed,
      boolean enabled,
      boolean byOwner,
      long next,
      long setAt,
      long runs,
      long createdAt) {}

  private record RunRow(
      long number,
      long scheduledFor,
      long at,
      String outcome,
      @Nullable String message,
      String text) {}

  static byte[] write(Schedule schedule) {
    Timing.Cron cron = schedule.timing() instanceof Timing.Cron is ? is : null;
    Says says = schedule.says();
    return JSON.writeValueAsBytes(
        new ScheduleRow(
            schedule.agent().value(),
            schedule.name(),
            cron == null ? null : cron.expression(),
            cron == null ? null : cron.zone().getId(),
            schedule.timing() instanceof Timing.Once(long at) ? at : 0,
            says.path(),
            says.type().name(),
            says.content(),
            says.payload(),
            schedule.missed().wireName(),
            schedule.enabled(),
            schedule.byOwner(),
            schedule.next(),
            schedule.setAt(),
            schedule.runs(),
            schedule.createdAt()));
  }

  static Schedule schedule(byte[] json) {
    ScheduleRow row = JSON.readValue(json, ScheduleRow.class);
    Timing timing =
        row.cron == null || row.zone == null
            ? new Timing.Once(row.once)
            : new Timing.Cron(row.cron, ZoneId.of(row.zone));
    return new Schedule(
        new AgentId(row.agent),
        row.name,
        timing,
        new Says(row.path, MessageType.valueOf(row.type), row.content, row.payload),
        Missed.parse(row.missed),
        row.enabled,
        row.byOwner,
        row.next,
        row.setAt,
        row.runs,
        row.createdAt);
  }

  static byte[] write(Run run) {
    MessageId message = run.message();
    return JSON.writeValueAsBytes(
        new RunRow(
            run.number(),
            run.scheduledFor(),
            run.at(),
            run.outcome(),
            message == null ? null : message.toString(),
            run.text()));
  }

  static Run run(byte[] json) {
    RunRow row = JSON.readValue(json, RunRow.class);
    return new Run(
        row.number,
        row.scheduledFor,
        row.at,
        row.outcome,
        row.message == null ? null : MessageId.parse(row.message),
        row.text);
  }
}
