package dev.parley.brains.command;

import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Outfit;
import dev.parley.brains.harness.Preset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments for one turn. Those of the presets are known here; in the owner's own {@code
 * {prompt}}, {@code {session}} and {@code {workspace}} are filled in, each inside the argument it
 * stands in, and no shell reads them.
 */
final class CommandLine {
  static final String PROMPT = "{prompt}";
  static final String SESSION = "{session}";
  static final String WORKSPACE = "{workspace}";

  private CommandLine() {}

  /** Is the prompt an argument? Otherwise it is written to the program's standard input. */
  static boolean takesPrompt(HarnessSetting setting) {
    return setting.preset() == Preset.OTHER
        && setting.argv().stream().anyMatch(argument -> argument.contains(PROMPT));
  }

  /**
   * @param session the program's own, to go on with; null for a new one
   */
  static List<String> of(
      HarnessSetting setting, Path home, Path workspace, String prompt, @Nullable String session) {
    if (setting.preset() == Preset.OTHER) {
      return filled(setting.argv(), workspace, prompt, session);
    }
    List<String> argv = new ArrayList<>(setting.argv());
    if (argv.isEmpty()) {
      argv.add(setting.preset().settingName());
    }
    argv.addAll(arguments(setting.preset(), home, session));
    return argv;
  }

  private static List<String> arguments(Preset preset, Path home, @Nullable String session) {
    List<String> arguments = new ArrayList<>();
    switch (preset) {
      case CLAUDE -> {
        arguments.addAll(List.of("-p", "--output-format", "stream-json", "--verbose"));
        arguments.addAll(List.of("--strict-mcp-config", "--mcp-config"));
        arguments.add(Outfit.claudeServers(home).toString());
        // Nobody can be asked: what is not allowed is denied.
        arguments.addAll(List.of("--allowedTools", "mcp__hub", "--permission-mode", "dontAsk"));
        add(arguments, "--resume", session);
      }
      case CODEX -> {
        arguments.addAll(List.of("exec", "--json", "--skip-git-repo-check"));
        arguments.addAll(List.of("-s", "workspace-write"));
        add(arguments, "resume", session);
        arguments.add("-");
      }
      case OPENCODE -> {
        arguments.addAll(List.of("run", "--format", "json"));
        add(arguments, "-s", session);
      }
      case GEMINI -> {
        arguments.addAll(List.of("-o", "stream-json"));
        add(arguments, "--resume", session);
      }
      case OTHER -> {}
    }
    return arguments;
  }

  private static void add(List<String> arguments, String option, @Nullable String session) {
    if (session != null) {
      arguments.add(option);
      arguments.add(session);
    }
  }

  private static List<String> filled(
      List<String> argv, Path workspace, String prompt, @Nullable String session) {
    List<String> filled = new ArrayList<>();
    for (String argument : argv) {
      if (argument.contains(SESSION) && session == null) {
        // The option before it would take the next argument instead.
        if (argument.equals(SESSION) && filled.size() > 1 && filled.getLast().startsWith("-")) {
          filled.removeLast();
        }
      } else if (argument.contains(PROMPT)) {
        // Only here, and last: what looks like a placeholder in a prompt stays.
        filled.add(argument.replace(PROMPT, prompt));
      } else {
        String value = argument.replace(WORKSPACE, workspace.toString());
        filled.add(session == null ? value : value.replace(SESSION, session));
      }
    }
    return filled;
  }
}
