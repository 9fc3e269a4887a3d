package dev.parley.agents.programs;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The variables that programs are given: where the hub is and who they are there, under the names
 * that {@code parley} itself reads, and of the hub's own environment what any program needs.
 * Nothing else: a hub may have been started with secrets in its environment.
 */
final class Surroundings {
  private static final List<String> USUAL =
      List.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LANGUAGE",
          "LC_ALL",
          "LC_CTYPE",
          "TZ",
          "TMPDIR",
          "TERM");

  private final Map<String, String> own;
  private final CompletableFuture<URI> hub = new CompletableFuture<>();

  Surroundings(Map<String, String> own) {
    this.own = own;
  }

  void hubIsAt(URI webSocket) {
    hub.complete(webSocket);
  }

  void close() {
    hub.completeExceptionally(new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down"));
  }

  /** Where programs are looked for. */
  String path() {
    return own.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
  }

  Map<String, String> of(Run run, Command command) throws InterruptedException {
    URI webSocket = Credentials.result(hub);
    Map<String, String> variables = new HashMap<>();
    for (List<String> names : List.of(USUAL, command.environment())) {
      for (String name : names) {
        String value = own.get(name);
        if (value != null) {
          variables.put(name, value);
        }
      }
    }
    variables.put("PARLEY_URL", webSocket.toString());
    variables.put("PARLEY_MCP_URL", "http://" + webSocket.getRawAuthority() + "/mcp");
    variables.put("PARLEY_AS", run.agent().value());
    variables.put("PARLEY_TOKEN", run.token().secret());
    variables.put(Mark.VARIABLE, run.mark().value());
    return variables;
  }
}
