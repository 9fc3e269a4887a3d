package dev.parley.doors.rest;

import dev.parley.agents.definitions.Applied;
import dev.parley.agents.definitions.Definitions;
import dev.parley.agents.definitions.Kept;
import dev.parley.agents.definitions.Order;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Agents as files define them: applying files, and what an agent is, all in one. */
final class DefinitionOperations {
  private static final String DEFINITIONS = "/api/definitions";

  private final Definitions definitions;
  private final AgentProfiles profiles;

  DefinitionOperations(RestServices services) {
    this.definitions = services.rooms().definitions();
    this.profiles = new AgentProfiles(services);
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(DEFINITIONS, "listDefinitions", "Which agents are defined by files")
            .by(Access.OWNER)
            .answering("Definitions")
            .doing(_ -> list().now()),
        Operation.post(DEFINITIONS, "applyDefinitions", "Make agents what files say of them")
            .by(Access.OWNER)
            .takingWhole("DefinitionOrder", Field.VALUES)
            .answering("AppliedDefinitions")
            .audited("agents.apply")
            .doing(this::apply),
        Operation.get("/api/agents/{agentId}/profile", "getProfile", "All that an agent is")
            .by(Access.READER)
            .answering("AgentProfile")
            .doing(call -> profiles.of(call.subject())));
  }

  private CompletableFuture<Reply> apply(RestCall call) {
    byte[] body = Objects.requireNonNullElse(call.request().raw(Field.VALUES), new byte[0]);
    Order order = Order.parse(body);
    return CompletableFuture.supplyAsync(
        () -> applied(definitions.apply(order)), Thread::startVirtualThread);
  }

  private static Reply applied(List<Applied> results) {
    return Reply.ok(
        out -> {
          out.ascii("{\"agents\":");
          Shapes.list(
              out,
              results,
              (to, each) -> {
                to.ascii("{\"agentId\":").string(each.agent());
                to.ascii(",\"file\":").string(each.file());
                to.ascii(",\"outcome\":").string(each.outcome().wireName());
                to.ascii(",\"changes\":");
                Shapes.list(to, each.changes(), JsonBuffer::string);
                to.ascii("}");
              });
          out.ascii("}");
        });
  }

  private Reply list() {
    List<Kept> all = definitions.list();
    return Reply.ok(
        out -> {
          out.ascii("{\"definitions\":");
          Shapes.list(
              out,
              all,
              (to, each) -> {
                to.ascii("{\"agentId\":").string(each.definition().id());
                to.ascii(",\"file\":").string(each.file());
                to.ascii(",\"origin\":").string(each.origin());
                to.ascii(",\"created\":").bool(each.created());
                to.ascii(",\"appliedAt\":").number(each.appliedAt()).ascii("}");
              });
          out.ascii("}");
        });
  }
}
