package dev.parley.agents.turns;

import dev.parley.core.address.SessionKey;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** How records are written to the store: JSON, so that a later version may add fields. */
final class Rows {
  private static final JsonMapper JSON = new JsonMapper();

  private Rows() {}

  private record ArrivalRow(
      String session, long number, String id, String box, long position, long at, boolean forced) {}

  private record ClaimRow(UUID turn, String hub, int attempt, long startedAt, List<Long> numbers) {}

  private record AutoRunRow(
      boolean enabled,
      String brain,
      @Nullable String triage,
      long debounceMs,
      int maxBatchSize,
      long maxTurnMs,
      long since) {}

  private record TurnRow(
      String session,
      UUID turn,
      long startedAt,
      long endedAt,
      List<String> messages,
      String outcome,
      String text,
      List<String> answers,
      @Nullable Course course) {}

  static byte[] write(Arrival arrival) {
    return JSON.writeValueAsBytes(
        new ArrivalRow(
            arrival.session().text(),
            arrival.number(),
            arrival.id().toString(),
            arrival.box().text(),
            arrival.position(),
            arrival.at(),
            arrival.forced()));
  }

  static Arrival arrival(byte[] json) {
    ArrivalRow row = JSON.readValue(json, ArrivalRow.class);
    return new Arrival(
        SessionKey.parse(row.session),
        row.number,
        MessageId.parse(row.id),
        BoxId.parse(row.box),
        row.position,
        row.at,
        row.forced);
  }

  static byte[] write(Claim claim) {
    return JSON.writeValueAsBytes(
        new ClaimRow(
            claim.turn(), claim.hub(), claim.attempt(), claim.startedAt(), claim.numbers()));
  }

  static Claim claim(byte[] json) {
    ClaimRow row = JSON.readValue(json, ClaimRow.class);
    return new Claim(row.turn, row.hub, row.attempt, row.startedAt, row.numbers);
  }

  static byte[] write(AutoRun autoRun) {
    return JSON.writeValueAsBytes(
        new AutoRunRow(
            autoRun.enabled(),
            autoRun.brain(),
            autoRun.triage(),
            autoRun.debounceMillis(),
            autoRun.batchMax(),
            autoRun.turnMillisMax(),
            autoRun.since()));
  }

  static AutoRun autoRun(byte[] json) {
    AutoRunRow row = JSON.readValue(json, AutoRunRow.class);
    return new AutoRun(
        row.enabled,
        row.brain,
        row.triage,
        row.debounceMs,
        row.maxBatchSize,
        row.maxTurnMs,
        row.since);
  }

  static byte[] write(TurnRecord turn) {
    return JSON.writeValueAsBytes(
        new TurnRow(
            turn.session().text(),
            turn.turn(),
            turn.startedAt(),
            turn.endedAt(),
            turn.messages().stream().map(MessageId::toString).toList(),
            turn.outcome(),
            turn.text(),
            turn.answers().stream().map(MessageId::toString).toList(),
            turn.course()));
  }

  static TurnRecord turn(byte[] json) {
    TurnRow row = JSON.readValue(json, TurnRow.class);
    return new TurnRecord(
        SessionKey.parse(row.session),
        row.turn,
        row.startedAt,
        row.endedAt,
        row.messages.stream().map(MessageId::parse).toList(),
        row.outcome,
        row.text,
        row.answers.stream().map(MessageId::parse).toList(),
        row.course == null ? Course.UNKNOWN : row.course);
  }
}
