package dev.parley.doors.rest;

import dev.parley.agents.context.Instructions;
import dev.parley.core.address.AgentId;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What agents are told to be, by those they belong to. */
final class InstructionOperations {
  private static final String INSTRUCTIONS = "/api/agents/{agentId}/instructions";

  private final Instructions instructions;

  InstructionOperations(Instructions instructions) {
    this.instructions = instructions;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(INSTRUCTIONS, "getInstructions", "What an agent is told to be")
            .by(Access.ANYONE)
            .answering("Instructions")
            .doing(
                call -> {
                  AgentId agent = call.segment("agentId", AgentId::new);
                  return instructions
                      .get(call.visit(), agent)
                      .thenApply(text -> shown(agent, text));
                }),
        Operation.of(
                HttpMethod.PUT, INSTRUCTIONS, "setInstructions", "Tell an agent what it is to be")
            .by(Access.ANYONE)
            .taking("InstructionsChange")
            .answering("Instructions")
            .audited("agent.instructions")
            .doing(this::set));
  }

  private CompletableFuture<Reply> set(RestCall call) {
    AgentId agent = call.segment("agentId", AgentId::new);
    instructions.requireChanging(call.visit(), agent);
    String text = call.request().requireText(Field.INSTRUCTIONS);
    return instructions.set(call.visit(), agent, text).thenApply(_ -> shown(agent, text));
  }

  private static Reply shown(AgentId agent, String text) {
    return Reply.ok(
        out -> {
          out.ascii("{\"agentId\":").string(agent.value());
          out.ascii(",\"instructions\":").string(text).ascii("}");
        });
  }
}
