package dev.parley.agents.definitions;

import dev.parley.agents.definitions.Definition.McpServer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads what a definition says of a server whose tools its agent is given. */
final class McpServerReader {
  static final Set<String> KEYS =
      Set.of("command", "args", "env", "url", "headers", "allow", "comm");

  /** Part of what models call its tools: no two servers can have tools of the same name. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]+([_-][A-Za-z0-9]+)*");

  private static final int NAME_MAX = 24;
  private static final int TOOL_NAME_MAX = 128;
  private static final int LIST_MAX = 100;
  private static final int TEXT_MAX = 4_096;

  /** What the hub itself is called at coding agents. */
  private static final String HUB = "hub";

  private McpServerReader() {}

  static McpServer read(String name, FieldReader said, Mark at, Problems problems) {
    if (said.has("command") == said.has("url")) {
      problems.add(
          at, "'mcpServers." + name + "' has either a 'command' or an 'url', and not both");
    }
    if (!NAME.matcher(name).matches() || name.length() > NAME_MAX || name.equals(HUB)) {
      problems.add(
          at,
          "'mcpServers.%s': a server's name has up to %d letters and digits, with single - and _ between them, and is not '%s'"
              .formatted(name, NAME_MAX, HUB));
    }
    String url = said.text("url", 2_048);
    if (url != null && !isAddress(url)) {
      problems.add(said.at("url"), "'url' must be an address such as https://tickets.example/mcp");
    }
    return new McpServer(
        said.text("command", 1_024),
        said.texts("args", LIST_MAX, TEXT_MAX),
        said.pairs("env", LIST_MAX, TEXT_MAX),
        url,
        said.pairs("headers", LIST_MAX, TEXT_MAX),
        said.texts("allow", LIST_MAX, TOOL_NAME_MAX),
        said.texts("comm", LIST_MAX, TOOL_NAME_MAX));
  }

  private static boolean isAddress(String url) {
    try {
      URI address = new URI(url);
      return ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
          && address.getHost() != null
          && address.getUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
