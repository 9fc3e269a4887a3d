package dev.parley.hub.cli.mcp;

import dev.parley.hub.cli.CliError;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The MCP clients whose configuration we know how to write. */
enum Client {
  CLAUDE,
  OPENCODE,
  CODEX,
  CURSOR;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Where the client of this user looks. */
  Path file(Map<String, String> environment) {
    String user = environment.getOrDefault("HOME", System.getProperty("user.home"));
    Path home = Path.of(user);
    return switch (this) {
      case CLAUDE -> home.resolve(".claude.json");
      case CURSOR -> home.resolve(".cursor").resolve("mcp.json");
      case CODEX ->
          Path.of(environment.getOrDefault("CODEX_HOME", home.resolve(".codex").toString()))
              .resolve("config.toml");
      case OPENCODE ->
          Path.of(environment.getOrDefault("XDG_CONFIG_HOME", home.resolve(".config").toString()))
              .resolve("opencode")
              .resolve("opencode.json");
    };
  }

  /** The part of the configuration that is ours, as it will stand there. */
  String entry(String name, List<String> command) {
    return this == CODEX ? tomlEntry(name, command) : write(withEntry(object(""), name, command));
  }

  /**
   * The configuration with our part in it, and everything else as it was.
   *
   * @throws CliError when we do not understand it
   */
  String changed(String configuration, String name, List<String> command) {
    return this == CODEX
        ? toml(configuration, name, command)
        : write(withEntry(object(configuration), name, command));
  }

  private ObjectNode withEntry(ObjectNode root, String name, List<String> command) {
    String group = this == OPENCODE ? "mcp" : "mcpServers";
    if (root.has(group) && !root.path(group).isObject()) {
      throw CliError.failed("'" + group + "' is no object in there; nothing was changed");
    }
    ObjectNode entry = root.withObjectProperty(group).putObject(name);
    if (this == OPENCODE) {
      entry.put("type", "local");
      command.forEach(entry.putArray("command")::add);
      entry.put("enabled", true);
    } else {
      entry.put("type", "stdio").put("command", command.getFirst());
      command.stream().skip(1).forEach(entry.putArray("args")::add);
    }
    return root;
  }

  private static ObjectNode object(String text) {
    if (text.isBlank()) {
      return JSON.createObjectNode();
    }
    try {
      if (JSON.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException e) {
      throw CliError.failed(
          "it is not plain JSON (" + e.getOriginalMessage() + "); nothing was changed");
    }
    throw CliError.failed("it is no JSON object; nothing was changed");
  }

  private static String write(ObjectNode root) {
    return JSON.writeValueAsString(root) + "\n";
  }

  private static String tomlEntry(String name, List<String> command) {
    String arguments = String.join(", ", command.stream().skip(1).map(Client::tomlText).toList());
    return "[mcp_servers."
        + name
        + "]\ncommand = "
        + tomlText(command.getFirst())
        + "\nargs = ["
        + arguments
        + "]\n";
  }

  private static String tomlText(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Our table, from its heading to the next one, is replaced; without one it goes to the end. */
  private static String toml(String text, String name, List<String> command) {
    Pattern ours =
        Pattern.compile(
            "(?ms)^\\[mcp_servers\\." + Pattern.quote(name) + "\\][^\\n]*\\n.*?(?=^\\[|\\z)");
    Matcher found = ours.matcher(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
    String entry = tomlEntry(name, command);
    if (found.find()) {
      String rest = text.substring(Math.min(found.end(), text.length()));
      return text.substring(0, found.start()) + entry + (rest.isEmpty() ? "" : "\n" + rest);
    }
    return text.isBlank() ? entry : text.stripTrailing() + "\n\n" + entry;
  }
}
