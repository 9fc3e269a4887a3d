package dev.parley.doors.ws.json;

import dev.parley.agents.context.Instructions;
import dev.parley.core.address.AgentId;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.identity.Principal;

/** What agents are told to be: {@code agent.instructions.*}. */
final class InstructionRequests {
  private final Instructions instructions;

  InstructionRequests(Instructions instructions) {
    this.instructions = instructions;
  }

  void register(Requests requests) {
    requests.add("agent.instructions.get", Access.ANYONE, this::get);
    requests.add("agent.instructions.set", Access.ANYONE, this::set);
  }

  private void get(Call call) {
    AgentId agent =
        call.principal() instanceof Principal.AgentPrincipal(AgentId self)
                && !call.request().has(Field.AGENT_ID)
            ? self
            : call.address(Field.AGENT_ID, AgentId::new);
    call.answerWith(
        instructions.get(call.visit(), agent),
        (out, text) -> {
          out.ascii(",\"agentId\":").string(agent.value());
          out.ascii(",\"instructions\":").string(text);
        });
  }

  private void set(Call call) {
    AgentId agent = call.address(Field.AGENT_ID, AgentId::new);
    instructions.requireChanging(call.visit(), agent);
    String text = call.request().requireText(Field.INSTRUCTIONS);
    call.answerWith(
        instructions.set(call.visit(), agent, text),
        (out, _) -> out.ascii(",\"agentId\":").string(agent.value()));
  }
}
