package dev.parley.doors.rest;

import dev.parley.core.inbox.InboxLimit;
import dev.parley.core.inbox.InboxLimits;
import dev.parley.core.participants.Participants;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How much an inbox keeps. */
final class RetentionOperations {
  private static final String RETENTION = "/api/agents/{agentId}/inbox/retention";
  private static final long AGE_MILLIS_MAX = Duration.ofDays(36_500).toMillis();
  private static final long COUNT_MAX = 1_000_000_000_000L;

  private final InboxLimits limits;
  private final Participants participants;

  RetentionOperations(InboxLimits limits, Participants participants) {
    this.limits = limits;
    this.participants = participants;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(RETENTION, "getRetention", "How long and how much an inbox keeps")
            .by(Access.READER)
            .answering("Retention")
            .doing(call -> shown(call).now()),
        Operation.of(HttpMethod.PUT, RETENTION, "setRetention", "Say how much an inbox keeps")
            .by(Access.SELF)
            .taking("RetentionChange")
            .answering("Retention")
            .audited("inbox.retention")
            .doing(this::set),
        Operation.delete(RETENTION, "resetRetention", "Keep what inboxes keep by default")
            .by(Access.SELF)
            .answering("Retention")
            .audited("inbox.retention")
            .doing(call -> limits.reset(call.subject()).thenApply(_ -> shown(call))));
  }

  /** What is not given is not limited, but nothing at all is a slip. */
  private CompletableFuture<Reply> set(RestCall call) {
    Request request = call.request();
    if (!request.has(Field.AGE_MS) && !request.has(Field.COUNT_MAX)) {
      throw Request.missing(Field.AGE_MS);
    }
    long age = request.number(Field.AGE_MS, 0, 0, AGE_MILLIS_MAX);
    long count = request.number(Field.COUNT_MAX, 0, 0, COUNT_MAX);
    return limits
        .set(call.subject(), new InboxLimit(Duration.ofMillis(age), count))
        .thenApply(_ -> shown(call));
  }

  private Reply shown(RestCall call) {
    participants.requireAgent(call.subject());
    InboxLimit limit = limits.of(call.subject());
    boolean own = limits.ownOf(call.subject()).isPresent();
    return Reply.ok(
        out ->
            out.ascii("{\"ageMs\":")
                .number(limit.age().toMillis())
                .ascii(",\"countMax\":")
                .number(limit.countMax())
                .ascii(",\"isDefault\":")
                .ascii(own ? "false}" : "true}"));
  }
}
