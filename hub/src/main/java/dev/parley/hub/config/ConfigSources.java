package dev.parley.hub.config;

import dev.parley.hub.config.Settings.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Puts a hub's configuration together: {@code parley.yaml} in the data directory, then the
 * environment, then flags; each later one wins.
 */
public final class ConfigSources {
  private static final String PREFIX = "PARLEY_";

  /** What other parts of Parley, and Kubernetes for a service of this name, put there. */
  private static final Set<String> RESERVED =
      Set.of(
          "DATA",
          "URL",
          "TOKEN",
          "TOKEN_FILE",
          "AS",
          "MCP_URL",
          "RUN",
          "HEAP",
          "GC",
          "JAVA_OPTS",
          "NO_BUILD",
          "ARCHIVE",
          "LOG");

  private static final Set<String> RESERVED_STARTS = Set.of("SERVICE_", "PORT_");

  /** Names the programs had that Parley stands in for; its own name wins. */
  private static final Map<String, String> ALIASES =
      Map.of("HTTP_PORT", "port", "AGENT_MCP_PORT", "agentPort");

  private final SequencedMap<String, String> known;

  public ConfigSources() {
    Settings nothing = Settings.none();
    HubConfig.of(Path.of(""), nothing);
    this.known = nothing.asked();
  }

  /** Every key with its default, in the order of the guide. */
  public SequencedMap<String, String> keys() {
    return known;
  }

  /** The variable a key is read from: {@code limits.payloadBytesMax} as upper snake case. */
  public static String variable(String key) {
    return PREFIX
        + key.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /**
   * @param flags keys as on the command line, already without their dashes
   * @throws BadConfig naming the key that cannot be used, and where it stands
   */
  public HubConfig read(Path data, Map<String, String> environment, Map<String, String> flags) {
    Map<String, Setting> given = new LinkedHashMap<>();
    Path file = data.resolve(DataDirectory.CONFIG);
    if (Files.exists(file)) {
      YamlSettings.read(file)
          .forEach((key, value) -> given.put(checkedInFile(key, file.toString()), value));
    }
    given.putAll(fromEnvironment(environment));
    flags.forEach((key, value) -> given.put(checked(key, "a flag"), new Setting(value, "a flag")));
    var settings = new Settings(given);
    try {
      return HubConfig.of(data, settings);
    } catch (BadConfig e) {
      throw new BadConfig(e.key(), problem(e) + " (set by " + settings.sourceOf(e.key()) + ")");
    }
  }

  private static String problem(BadConfig e) {
    return String.valueOf(e.getMessage()).substring(e.key().length() + 2);
  }

  private Map<String, Setting> fromEnvironment(Map<String, String> environment) {
    Map<String, Setting> given = new LinkedHashMap<>();
    ALIASES.forEach(
        (variable, key) -> {
          String value = environment.get(variable);
          if (value != null) {
            given.put(key, new Setting(value, variable));
          }
        });
    Map<String, String> variables = new LinkedHashMap<>();
    known.keySet().forEach(key -> variables.put(variable(key), key));
    environment.forEach(
        (variable, value) -> {
          String key = variables.get(variable);
          if (key != null) {
            given.put(key, new Setting(value, variable));
          } else if (variable.startsWith(PREFIX) && !reserved(variable)) {
            throw new BadConfig(
                variable, "there is no such setting; " + suggestion(variable, variables.keySet()));
          }
        });
    return given;
  }

  private static boolean reserved(String variable) {
    String name = variable.substring(PREFIX.length());
    return RESERVED.contains(name) || RESERVED_STARTS.stream().anyMatch(name::startsWith);
  }

  /** Commands and brains have names of the owner's choice, and stand in the file alone. */
  private String checkedInFile(String key, String source) {
    return key.startsWith(AgentsConfig.COMMANDS) || key.startsWith(BrainSettings.BRAINS)
        ? key
        : checked(key, source);
  }

  private String checked(String key, String source) {
    if (!known.containsKey(key)) {
      throw new BadConfig(
          key, "there is no such setting (in " + source + "); " + suggestion(key, known.keySet()));
    }
    return key;
  }

  private static String suggestion(String word, Set<String> candidates) {
    return "did you mean " + Likeness.nearest(word, candidates) + "?";
  }
}
