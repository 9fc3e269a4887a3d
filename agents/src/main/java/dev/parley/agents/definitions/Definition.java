package dev.parley.agents.definitions;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one file says of one agent; what it does not say is null or empty. Every value has been
 * checked by {@link DefinitionReader}.
 *
 * @param instructions what the agent is told before everything else
 * @param brains of the hub's brains, in order of preference
 * @param models names of models in order of preference, for programs that choose one themselves
 * @param metadata the JSON of each value by its key, with {@code identity} and {@code capabilities}
 */
public record Definition(
    String id,
    @Nullable String name,
    @Nullable String description,
    Identity identity,
    @Nullable String instructions,
    List<String> brains,
    List<String> models,
    @Nullable Running autoRun,
    List<String> capabilities,
    List<String> subscriptions,
    List<String> groups,
    Map<String, String> metadata,
    Map<String, McpServer> mcpServers) {

  public Definition {
    brains = List.copyOf(brains);
    models = List.copyOf(models);
    capabilities = List.copyOf(capabilities);
    subscriptions = List.copyOf(subscriptions);
    groups = List.copyOf(groups);
    metadata = Map.copyOf(metadata);
    mcpServers = Map.copyOf(mcpServers);
  }

  /** What kind of somebody it is. */
  public record Identity(@Nullable String creature, @Nullable String role, @Nullable String vibe) {
    public boolean isEmpty() {
      return creature == null && role == null && vibe == null;
    }
  }

  /** How it runs by itself; its brain is the first of {@link #brains}. */
  public record Running(
      boolean enabled,
      @Nullable String triage,
      long debounceMillis,
      int batchMax,
      long turnMillisMax) {}

  /**
   * A server whose tools it is given: a program with arguments and environment, or an address with
   * headers. Environment and headers may be secret.
   */
  public record McpServer(
      @Nullable String command,
      List<String> args,
      Map<String, String> env,
      @Nullable String url,
      Map<String, String> headers) {
    public McpServer {
      args = List.copyOf(args);
      env = Map.copyOf(env);
      headers = Map.copyOf(headers);
    }
  }
}
