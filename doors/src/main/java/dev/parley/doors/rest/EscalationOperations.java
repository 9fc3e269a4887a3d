package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.Escalation;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of mail that an agent does not deal with in time, and of such tasks of all agents.
 */
final class EscalationOperations {
  private static final String OF_AGENT = "/api/agents/{agentId}/escalation";
  private static final String OF_TASKS = "/api/escalation";
  private static final String AUDITED = "escalation.set";

  private final Broker broker;

  EscalationOperations(Broker broker) {
    this.broker = broker;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(OF_AGENT, "getEscalation", "Who is told of mail that is overdue")
            .by(Access.ANYONE)
            .answering("EscalationSetting")
            .doing(call -> shown(readable(call))),
        Operation.of(HttpMethod.PUT, OF_AGENT, "setEscalation", "Say who is told of overdue mail")
            .by(Access.ANYONE)
            .taking("EscalationSetting")
            .answering("EscalationSetting")
            .audited(AUDITED)
            .doing(call -> set(call, changeable(call))),
        Operation.of(HttpMethod.DELETE, OF_AGENT, "clearEscalation", "Nobody is told")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited(AUDITED)
            .doing(call -> clear(changeable(call))),
        Operation.get(OF_TASKS, "getTaskEscalation", "Who is told of tasks that are overdue")
            .by(Access.OWNER)
            .answering("EscalationSetting")
            .doing(_ -> shown(null)),
        Operation.of(
                HttpMethod.PUT, OF_TASKS, "setTaskEscalation", "Say who is told of overdue tasks")
            .by(Access.OWNER)
            .taking("EscalationSetting")
            .answering("EscalationSetting")
            .audited(AUDITED)
            .doing(call -> set(call, null)),
        Operation.of(HttpMethod.DELETE, OF_TASKS, "clearTaskEscalation", "Nobody is told of tasks")
            .by(Access.OWNER)
            .answering(204, null)
            .audited(AUDITED)
            .doing(_ -> clear(null)));
  }

  private AgentId readable(RestCall call) {
    AgentId agent = call.segment("agentId", AgentId::new);
    if (!call.principal().mayActFor(agent)) {
      requireOwning(call, agent);
    }
    broker.participants().requireAgent(agent);
    return agent;
  }

  /** Not by the agent itself: who gets it to do so would be told of all its mail. */
  private AgentId changeable(RestCall call) {
    AgentId agent = call.segment("agentId", AgentId::new);
    if (!call.principal().isOwner()) {
      requireOwning(call, agent);
    }
    return agent;
  }

  private void requireOwning(RestCall call, AgentId agent) {
    AgentId self = call.principal().scope();
    if (self == null || !broker.participants().separation().owns(self, agent)) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "only whoever '" + agent + "' belongs to may say who is told of its mail");
    }
  }

  private CompletableFuture<Reply> set(RestCall call, @Nullable AgentId agent) {
    byte[] what = call.request().raw(Field.ESCALATE);
    if (what == null) {
      throw Request.missing(Field.ESCALATE);
    }
    return broker.escalations().set(agent, Escalation.parse(what)).thenCompose(_ -> shown(agent));
  }

  private CompletableFuture<Reply> clear(@Nullable AgentId agent) {
    return broker.escalations().set(agent, null).thenApply(_ -> Reply.nothing());
  }

  private CompletableFuture<Reply> shown(@Nullable AgentId agent) {
    Escalation set = broker.escalations().of(agent);
    return Reply.ok(
            out -> {
              out.ascii("{");
              if (set != null) {
                out.ascii("\"").ascii(EnvelopeField.ESCALATE.wireName()).ascii("\":");
                set.writeTo(out);
              }
              out.ascii("}");
            })
        .now();
  }
}
