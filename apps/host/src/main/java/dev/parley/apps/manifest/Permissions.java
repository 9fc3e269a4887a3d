package dev.parley.apps.manifest;

import dev.parley.agents.hooks.HookPoint;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which permissions there are. */
final class Permissions {
  private static final Pattern FREE = Pattern.compile("[a-z0-9.:_-]+");
  private static final Set<String> FREE_PREFIXES = Set.of("network", "oauth");

  private static final Map<String, Set<String>> SUFFIXES =
      Map.ofEntries(
          Map.entry("filesystem", Set.of("read", "write")),
          Map.entry("settings", Set.of("read", "write")),
          Map.entry("capability", Set.of("register")),
          Map.entry("memory", Set.of("read", "write")),
          Map.entry("session", Set.of("read", "write", "create")),
          Map.entry("context", Set.of("read")),
          Map.entry("tool", Set.of("file", "shell", "web", "agent", "skill")),
          Map.entry("shell", Set.of("exec")),
          Map.entry("subagent", Set.of("spawn")),
          Map.entry("lane", Set.of("enqueue")),
          Map.entry("channel", Set.of("send", "receive")),
          Map.entry("comm", Set.of("send", "receive")),
          Map.entry("notification", Set.of("send")),
          Map.entry("embedding", Set.of("search", "store")),
          Map.entry("skill", Set.of("invoke")),
          Map.entry("advisor", Set.of("consult")),
          Map.entry("model", Set.of("chat", "embed")),
          Map.entry("mcp", Set.of("connect")),
          Map.entry("database", Set.of("query", "read", "write")),
          Map.entry("storage", Set.of("read", "write")),
          Map.entry("schedule", Set.of("create", "delete", "list")),
          Map.entry("voice", Set.of("record")),
          Map.entry("browser", Set.of("navigate")),
          Map.entry("user", Set.of("token", "id")),
          Map.entry(
              "hook",
              Arrays.stream(HookPoint.values())
                  .map(HookPoint::wireName)
                  .collect(Collectors.toSet())));

  private Permissions() {}

  /** Why there is no such permission; empty when there is. */
  static Optional<String> flaw(String permission) {
    int colon = permission.indexOf(':');
    if (colon < 0) {
      return Optional.of("it must be prefix:suffix");
    }
    String prefix = permission.substring(0, colon);
    String suffix = permission.substring(colon + 1);
    if (FREE_PREFIXES.contains(prefix)) {
      return suffix.equals("*") || FREE.matcher(suffix).matches()
          ? Optional.empty()
          : Optional.of(
              "what follows the prefix must be * or made of a-z, 0-9, '.', '-', ':' and '_'");
    }
    Set<String> known = SUFFIXES.get(prefix);
    if (known == null) {
      return Optional.of("there is no such prefix");
    }
    return suffix.equals("*") || known.contains(suffix)
        ? Optional.empty()
        : Optional.of(
            "what follows the prefix must be * or one of "
                + known.stream().sorted().collect(Collectors.joining(", ")));
  }
}
