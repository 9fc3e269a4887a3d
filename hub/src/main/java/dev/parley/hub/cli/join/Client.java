package dev.parley.hub.cli.join;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The MCP clients whose configuration we know how to write. */
enum Client {
  CLAUDE,
  OPENCODE,
  CODEX,
  GEMINI,
  CURSOR,
  VSCODE,
  WINDSURF,
  GOOSE;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  Configuration configuration() {
    return switch (this) {
      case OPENCODE -> new JsonConfiguration("mcp");
      case VSCODE -> new JsonConfiguration("servers");
      case CODEX -> new TomlConfiguration();
      case GOOSE -> new YamlConfiguration();
      default -> new JsonConfiguration("mcpServers");
    };
  }

  /** What shows which servers it sees; empty where it has no such command. */
  List<String> listCommand() {
    return switch (this) {
      case CLAUDE, OPENCODE, CODEX, GEMINI -> List.of(wireName(), "mcp", "list");
      case CURSOR -> List.of("cursor-agent", "mcp", "list");
      default -> List.of();
    };
  }

  /** Where it looks in a project, or null. */
  @Nullable Path projectFile(Path project) {
    return switch (this) {
      case CLAUDE -> project.resolve(".mcp.json");
      case OPENCODE -> project.resolve("opencode.json");
      case CODEX -> project.resolve(".codex").resolve("config.toml");
      case GEMINI -> project.resolve(".gemini").resolve("settings.json");
      case CURSOR -> project.resolve(".cursor").resolve("mcp.json");
      case VSCODE -> project.resolve(".vscode").resolve("mcp.json");
      case WINDSURF, GOOSE -> null;
    };
  }

  /** Where the client of this user looks. */
  Path file(Map<String, String> environment) {
    String user = environment.getOrDefault("HOME", System.getProperty("user.home"));
    Path home = Path.of(user);
    Path config = folder(environment, "XDG_CONFIG_HOME", home.resolve(".config"));
    return switch (this) {
      case CLAUDE -> folder(environment, "CLAUDE_CONFIG_DIR", home).resolve(".claude.json");
      case OPENCODE -> opencode(environment, config.resolve("opencode"));
      case CODEX ->
          folder(environment, "CODEX_HOME", home.resolve(".codex")).resolve("config.toml");
      case GEMINI ->
          folder(environment, "GEMINI_CLI_HOME", home).resolve(".gemini").resolve("settings.json");
      case CURSOR -> home.resolve(".cursor").resolve("mcp.json");
      case VSCODE -> config.resolve("Code").resolve("User").resolve("mcp.json");
      case WINDSURF -> home.resolve(".codeium").resolve("windsurf").resolve("mcp_config.json");
      case GOOSE -> config.resolve("goose").resolve("config.yaml");
    };
  }

  private static Path opencode(Map<String, String> environment, Path folder) {
    String named = environment.getOrDefault("OPENCODE_CONFIG", "");
    if (!named.isBlank()) {
      return Path.of(named);
    }
    Path commented = folder.resolve("opencode.jsonc");
    return Files.exists(commented) ? commented : folder.resolve("opencode.json");
  }

  private static Path folder(Map<String, String> environment, String variable, Path otherwise) {
    String value = environment.getOrDefault(variable, "");
    return value.isBlank() ? otherwise : Path.of(value);
  }
}
