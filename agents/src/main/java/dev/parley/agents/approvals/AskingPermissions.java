package dev.parley.agents.approvals;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the person whose agent it is, unless the policy knows the answer. A turn that is made again
 * after its hub has gone finds the request it had made, and the answer. Any thread.
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
    JsonNode payload;
    try {
      payload = JSON.readTree(request.payload());
    } catch (JacksonException e) {
      return new Answer(false, "what it asks for is no JSON");
    }
    if (!payload.isObject()) {
      return new Answer(false, "what it asks for is no JSON object");
    }
    String tool = payload.path("tool").asString("");
    return switch (policy.of(tool)) {
      case ALLOW -> new Answer(true, "the policy allows '" + tool + "'");
      case DENY -> new Answer(false, "the policy denies '" + tool + "'");
      case ASK -> asked(request);
    };
  }

  private Answer asked(Request request) throws InterruptedException {
    AgentId agent = request.session().agent();
    AgentId person = broker.participants().agent(agent).map(Agent::owner).orElse(DEVELOPER);
    byte[] payload = request.payload().getBytes(StandardCharsets.UTF_8);
    Draft draft =
        Draft.from(agent.value())
            .to(Path.agent(person))
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
