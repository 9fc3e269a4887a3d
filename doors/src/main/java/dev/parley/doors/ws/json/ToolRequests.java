package dev.parley.doors.ws.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.tools.ByHand;
import dev.parley.agents.tools.Tool;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.LogShapes;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.Principal;
import java.util.List;

/** What an agent can do, and doing it in its place: {@code agent.tools.*}. */
final class ToolRequests {
  private final ByHand tools;

  ToolRequests(ByHand tools) {
    this.tools = tools;
  }

  void register(Requests requests) {
    requests.add("agent.tools.list", Access.ANYONE, this::list);
    requests.add("agent.tools.refresh", Access.ANYONE, this::list);
    requests.add("agent.tools.execute", Access.ANYONE, this::execute);
  }

  /** There is nothing to be read anew: the hub's rooms bring their tools when it starts. */
  private void list(Call call) {
    AgentId agent =
        call.principal() instanceof Principal.AgentPrincipal(AgentId self)
                && !call.request().has(Field.AGENT_ID)
            ? self
            : call.address(Field.AGENT_ID, AgentId::new);
    call.reply(
        tools.list(call.visit(), agent),
        new Shape<List<Tool>>() {
          @Override
          public int weight(List<Tool> all) {
            return 256 + 4_096 * all.size();
          }

          @Override
          public void write(JsonBuffer out, List<Tool> all) {
            out.ascii(",\"agentId\":").string(agent.value()).ascii(",\"tools\":");
            Shapes.list(out, all, LogShapes::tool);
          }
        });
  }

  private void execute(Call call) {
    Request request = call.request();
    AgentId agent = call.address(Field.AGENT_ID, AgentId::new);
    String tool = request.requireText(Field.TOOL);
    byte[] arguments = request.raw(Field.ARGUMENTS);
    call.answerWith(
        tools.execute(
            call.visit(), agent, tool, arguments == null ? "" : new String(arguments, UTF_8)),
        (out, result) -> {
          out.ascii(",\"agentId\":").string(agent.value());
          out.ascii(",\"tool\":").string(tool);
          out.ascii(",\"result\":").string(result.text());
          out.ascii(",\"failed\":").bool(result.failed());
        });
  }
}
