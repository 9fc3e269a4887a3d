package dev.parley.doors.rest;

import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Subscription;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.rest.shape.RestShapes;
import dev.parley.identity.authority.Authority;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What agents are subscribed to. */
final class SubscriptionOperations {
  private static final String PATH = "/api/agents/{agentId}/subscriptions";

  private final Participants participants;
  private final Authority authority;

  SubscriptionOperations(RestServices services) {
    this.participants = services.broker().participants();
    this.authority = services.identity().authority();
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(PATH, "listSubscriptions", "What an agent is subscribed to")
            .by(Access.SELF)
            .answering("Subscriptions")
            .doing(this::list),
        Operation.post(PATH, "subscribe", "Subscribe an agent to a pattern")
            .by(Access.SELF)
            .taking("NewSubscription")
            .answering("Subscriptions")
            .doing(this::add),
        Operation.delete(PATH, "unsubscribe", "Remove a subscription")
            .by(Access.SELF)
            .query(QueryParameter.PATTERN)
            .answering(204, null)
            .doing(this::remove));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    Agent _ = participants.requireAgent(call.subject());
    return reply(participants.subscriptions(call.subject())).now();
  }

  /** Tells what was added, not all there are. */
  private CompletableFuture<Reply> add(RestCall call) {
    Pattern pattern = call.request().address(Field.PATTERN, Pattern::parse);
    authority.maySubscribe(call.visit(), call.subject(), pattern);
    return participants
        .subscribe(call.subject(), pattern)
        .thenApply(added -> reply(added.stream().toList()));
  }

  private CompletableFuture<Reply> remove(RestCall call) {
    String text = call.query(QueryParameter.PATTERN);
    if (text == null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'pattern' is missing in the query");
    }
    Pattern pattern = Request.address(Field.PATTERN, text, Pattern::parse);
    return participants.unsubscribe(call.subject(), pattern).thenApply(_ -> Reply.nothing());
  }

  private static Reply reply(List<Subscription> subscriptions) {
    return Reply.ok(out -> RestShapes.subscriptions(out, subscriptions));
  }
}
