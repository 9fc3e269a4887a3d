package dev.parley.agents.definitions;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one file says of one agent; what it does not say is null or empty. Every value has been
 * checked by {@link DefinitionReader}.
 *
 * @param instructions what the agent is told before everything else
 * @param brains of the hub's brains, in order of preference
 * @param models names of models in order of preference: for brains that think with them, after
 *     those that are named, and for programs that choose one themselves
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

  /** How it runs by itself; by {@link #brains} and {@link #models}, the first that can. */
  public record Running(
      boolean enabled,
      @Nullable String triage,
      long debounceMillis,
      int batchMax,
      long turnMillisMax) {}

  /**
   * A server whose tools it is given: a program with arguments and environment, or an address with
   * headers. Environment and headers may be secret.
   *
   * @param allow tools that are used without asking; {@link #ALL} for all that it has at first
   * @param comm tools that may be used in turns that others have caused; the same
   */
  public record McpServer(
      @Nullable String command,
      List<String> args,
      Map<String, String> env,
      @Nullable String url,
      Map<String, String> headers,
      @Nullable List<String> allow,
      @Nullable List<String> comm) {
    public static final String ALL = "*";
    private static final int SECRET_CHARS_MIN = 6;

    public McpServer {
      args = List.copyOf(args);
      env = Map.copyOf(env);
      headers = Map.copyOf(headers);
      // Records of an earlier version have neither.
      allow = allow == null ? List.of() : List.copyOf(allow);
      comm = comm == null ? List.of() : List.copyOf(comm);
    }

    public boolean allows(String tool) {
      return contains(allow, tool);
    }

    public boolean isForComm(String tool) {
      return contains(comm, tool);
    }

    /**
     * What is shown to nobody: values of the environment and of headers, but for very short ones.
     */
    public List<String> secrets() {
      return Stream.concat(
              env.values().stream(),
              // Of "Bearer …" what is secret is the last word.
              headers.values().stream()
                  .flatMap(value -> Stream.of(value, value.substring(value.lastIndexOf(' ') + 1))))
          .filter(value -> value.length() >= SECRET_CHARS_MIN)
          .distinct()
          .toList();
    }

    /** May any of its tools be used in turns that others have caused? */
    public boolean hasForComm() {
      return comm != null && !comm.isEmpty();
    }

    private static boolean contains(@Nullable List<String> names, String tool) {
      return names != null && (names.contains(tool) || names.contains(ALL));
    }
  }
}
