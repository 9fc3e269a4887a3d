package dev.parley.agents.programs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Token;
import dev.parley.processes.Surroundings;
import dev.parley.processes.container.ContainerRules;
import java.net.URI;
import java.net.URLEncoder;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The variables that programs are given: where the hub is and who they are there, under the names
 * that {@code parley} itself reads, beside what any process gets.
 */
final class ProgramVariables {
  private final Surroundings surroundings;
  private final CompletableFuture<URI> hub = new CompletableFuture<>();

  ProgramVariables(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  void hubIsAt(URI webSocket) {
    hub.complete(webSocket);
  }

  void close() {
    hub.completeExceptionally(new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down"));
  }

  /**
   * Waits until it is known where the hub is.
   *
   * @param task what the program is to do; may be empty
   */
  Map<String, String> of(AgentId agent, Token token, Command command, String task)
      throws InterruptedException {
    URI webSocket = Credentials.result(hub);
    ContainerRules container = command.container();
    // In a container neither the hub's programs are where they are for the hub, nor its home.
    Map<String, String> variables =
        container == null
            ? surroundings.with(command.environment())
            : surroundings.only(command.environment());
    String authority =
        container == null
            ? webSocket.getRawAuthority()
            : container.hubAuthority(webSocket.getHost(), webSocket.getPort());
    variables.put("PARLEY_URL", "ws://" + authority + webSocket.getRawPath());
    variables.put("PARLEY_MCP_URL", "http://" + authority + "/mcp");
    variables.put("PARLEY_AS", agent.value());
    variables.put("PARLEY_TOKEN", token.secret());
    // By these names programs know it that were made for other hubs.
    variables.put("AGENT_ID", agent.value());
    variables.put("TASK", task);
    variables.put("AGENT_MCP_URL", "http://" + authority + "/sse?agentId=" + encoded(agent));
    return variables;
  }

  private static String encoded(AgentId agent) {
    return URLEncoder.encode(agent.value(), UTF_8);
  }
}
