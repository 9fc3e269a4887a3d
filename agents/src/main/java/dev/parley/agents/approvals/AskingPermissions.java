package dev.parley.agents.approvals;

import dev.parley.agents.approvals.ApprovalPolicy.Rule;
import dev.parley.agents.brain.Permissions;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Priority;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the person whose agent it is, or whom the policy names, unless the policy knows the answer.
 * A turn that is made again after its hub has gone finds the request it had made, and the answer.
 * Any thread.
 */
public final class AskingPermissions implements Permissions {
  private static final AgentId DEVELOPER = new AgentId(Sender.OWNER_NAME);
  private static final JsonMapper JSON = new JsonMapper();

  private final Broker broker;
  private final Approvals approvals;
  private final ApprovalPolicy policy;

  public AskingPermissions(Broker broker, Approvals approvals, ApprovalPolicy policy) {
    this.broker = broker;
    this.approvals = approvals;
    this.policy = policy;
  }

  @Override
  public Answer ask(Request request) throws InterruptedException {
    Rule otherwise = request.usual() ? Rule.ALLOW : Rule.ASK;
    return switch (policy.of(request.tool(), otherwise)) {
      case ALLOW -> new Answer(true, "'" + request.tool() + "' needs nobody's leave");
      case DENY -> new Answer(false, "this hub's rules deny '" + request.tool() + "'");
      case ASK -> askedIfClear(request);
    };
  }

  private Answer askedIfClear(Request request) throws InterruptedException {
    JsonNode payload;
    try {
      payload = JSON.readTree(request.payload());
    } catch (JacksonException e) {
      return new Answer(false, "what it asks for is no JSON");
    }
    if (!payload.isObject()) {
      return new Answer(false, "what it asks for is no JSON object");
    }
    return asked(request);
  }

  private Answer asked(Request request) throws InterruptedException {
    AgentId agent = request.session().agent();
    List<String> asked = asked(agent);
    if (asked.isEmpty()) {
      return new Answer(false, "nobody but '" + agent + "' itself could be asked");
    }
    byte[] payload = request.payload().getBytes(StandardCharsets.UTF_8);
    Draft draft =
        Draft.from(agent.value())
            .to(Path.toSeveral(asked))
            .command(Approvals.REQUEST)
            .type(MessageType.MESSAGE)
            .priority(Priority.HIGH)
            .content(request.what())
            .payload(payload)
            .ttlMillis(policy.patience().toMillis())
            .idempotencyKey(
                "approval-" + request.turn() + "-" + Approvals.sha256(payload).substring(0, 32))
            .build();
    Sender sender =
        new Visit(new Principal.AgentPrincipal(agent), Door.HUB, "").senderAs(agent.value());
    String id;
    try {
      id = settled(broker.route(draft, sender)).message().id().toString();
    } catch (Refused refused) {
      return new Answer(false, "nobody could be asked: " + refused.getMessage());
    }
    Approval decided = settled(approvals.decided(id));
    String reason = decided.reason() == null ? "" : ": " + decided.reason();
    return new Answer(
        decided.state() == Approval.State.ALLOWED,
        decided.state().wireName() + (decided.by() == null ? "" : " by " + decided.by()) + reason);
  }

  /** Nobody answers its own request. */
  private List<String> asked(AgentId agent) {
    List<AgentId> named =
        policy.answeredBy().isEmpty()
            ? List.of(broker.participants().agent(agent).map(Agent::owner).orElse(DEVELOPER))
            : policy.answeredBy();
    return named.stream().filter(each -> !each.equals(agent)).map(AgentId::value).toList();
  }

  private static <T> T settled(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      boolean _ = future.cancel(false); // the request stays, and ends with its time
      throw e;
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }
}
