package dev.parley.brains.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The harnesses whose ways are known, and any other. */
public enum Preset {
  CLAUDE,
  CODEX,
  OPENCODE,
  GEMINI,
  /** Its program stands in its settings. */
  OTHER;

  /** How it is started to speak the Agent Client Protocol. */
  public List<String> acp() {
    return switch (this) {
      case CLAUDE -> List.of("claude-agent-acp");
      case CODEX -> List.of("codex-acp");
      case OPENCODE -> List.of("opencode", "acp");
      case GEMINI -> List.of("gemini", "--acp");
      case OTHER -> List.of();
    };
  }

  public static Optional<Preset> named(String name) {
    return Arrays.stream(values())
        .filter(each -> each != OTHER && each.settingName().equals(name))
        .findFirst();
  }

  public String settingName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
