package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Token;
import dev.parley.processes.Surroundings;
import java.net.URI;
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

  /** Waits until it is known where the hub is. */
  Map<String, String> of(AgentId agent, Token token, Command command) throws InterruptedException {
    URI webSocket = Credentials.result(hub);
    Map<String, String> variables = surroundings.with(command.environment());
    variables.put("PARLEY_URL", webSocket.toString());
    variables.put("PARLEY_MCP_URL", "http://" + webSocket.getRawAuthority() + "/mcp");
    variables.put("PARLEY_AS", agent.value());
    variables.put("PARLEY_TOKEN", token.secret());
    return variables;
  }
}
