package dev.parley.hub.config;

import dev.parley.agents.approvals.ApprovalPolicy;
import dev.parley.agents.programs.Command;
import dev.parley.processes.container.ContainerRules;
import dev.parley.processes.sandbox.SandboxRules;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Agents that the hub starts itself.
 *
 * @param commands what may be started, by name. They stand in the file alone: what decides about
 *     programs on this machine should be written down in one place
 * @param brains what may think for agents, by name; in the file alone, for the same reason
 * @param runningMax at a time
 * @param settleMillis how long whoever starts one waits to see whether it stays
 * @param stopGraceMillis how long one may take to end when asked
 * @param logBytesMax of one log file; one older one is kept
 * @param harnessesMax processes of brains that are harnesses, at a time
 * @param failsTasksOnShutdown whether tasks that are worked on fail when the hub is stopped
 * @param shell whether models may run commands, and how
 * @param file whether models may read and change files in their agent's folder
 * @param openBrains those that persons may give to their own agents
 * @param tools what agents may do with their tools
 * @param mcpServersMax programs with tools of definitions, at a time
 * @param mcpCallMillis how long one call of such a tool may take
 * @param engine the socket of the engine that runs containers, whether or not there is one
 */
public record AgentsConfig(
    Map<String, Command> commands,
    Map<String, BrainSetting> brains,
    int runningMax,
    int settleMillis,
    int stopGraceMillis,
    int logBytesMax,
    int harnessesMax,
    boolean failsTasksOnShutdown,
    Shell shell,
    ApprovalPolicy.Rule file,
    Set<String> openBrains,
    ToolSettings tools,
    int mcpServersMax,
    int mcpCallMillis,
    Path engine) {
  static final String COMMANDS = "agents.commands.";

  private static final String CONTAINER = "container.";
  private static final List<String> FIELDS =
      Stream.concat(
              Stream.of("argv", "directory", "environment", "description", "workspaces"),
              Stream.concat(
                  SandboxSettings.FIELDS.stream(),
                  ContainerSettings.FIELDS.stream().map(CONTAINER::concat)))
          .toList();
  private static final int COMMANDS_MAX = 100;

  /**
   * @param rule whether it may be used without asking, with it, or not at all
   * @param sandbox without one commands have all rights of the hub's user
   * @param network whether commands reach it
   * @param memoryMb of all processes of a command
   * @param seconds that a command may take
   */
  public record Shell(
      ApprovalPolicy.Rule rule, boolean sandbox, boolean network, int memoryMb, int seconds) {
    public Shell {
      Checks.between("agents.shell.memoryMb", memoryMb, 16, 1 << 20);
      Checks.between("agents.shell.seconds", seconds, 1, 3_600);
    }
  }

  public AgentsConfig {
    commands = Map.copyOf(commands);
    brains = Map.copyOf(brains);
    openBrains = Set.copyOf(openBrains);
    for (String open : openBrains) {
      if (!brains.containsKey(open)) {
        throw new BadConfig("agents.openBrains", open, "names of agents.brains");
      }
    }
    Checks.between("agents.runningMax", runningMax, 0, 1_000);
    Checks.between("agents.settleMs", settleMillis, 0, 30_000);
    Checks.between("agents.stopGraceMs", stopGraceMillis, 0, 30_000);
    Checks.between("agents.logBytesMax", logBytesMax, 1_024, 1 << 30);
    Checks.between("agents.harnessesMax", harnessesMax, 1, 1_000);
    Checks.between("agents.mcpServersMax", mcpServersMax, 0, 1_000);
    Checks.between("agents.mcpCallMs", mcpCallMillis, 1_000, 3_600_000);
  }

  static AgentsConfig of(Path data, Settings settings) {
    Path engine = ContainerSettings.engine(settings);
    return new AgentsConfig(
        commands(data, settings, engine),
        BrainSettings.of(data, settings),
        settings.integer("agents.runningMax", 8),
        settings.integer("agents.settleMs", 1_000),
        settings.integer("agents.stopGraceMs", 3_000),
        settings.integer("agents.logBytesMax", 1 << 20),
        settings.integer("agents.harnessesMax", 8),
        failsTasks(settings),
        new Shell(
            settings.choice("agents.shell.use", ApprovalPolicy.Rule.class, ApprovalPolicy.Rule.ASK),
            settings.flag("agents.shell.sandbox", true),
            settings.flag("agents.shell.network", false),
            settings.integer("agents.shell.memoryMb", 1_024),
            settings.integer("agents.shell.seconds", 300)),
        settings.choice("agents.file.use", ApprovalPolicy.Rule.class, ApprovalPolicy.Rule.ALLOW),
        Set.copyOf(settings.names("agents.openBrains")),
        ToolSettings.of(settings),
        settings.integer("agents.mcpServersMax", 16),
        settings.integer("agents.mcpCallMs", 60_000),
        engine);
  }

  private static boolean failsTasks(Settings settings) {
    String wanted = settings.text("tasks.onShutdown", "resume");
    return switch (wanted) {
      case "resume" -> false;
      case "fail" -> true;
      default -> throw new BadConfig("tasks.onShutdown", wanted, "'resume' or 'fail'");
    };
  }

  private static Map<String, Command> commands(Path data, Settings settings, Path engine) {
    Map<String, Command> commands = new LinkedHashMap<>();
    for (String key : settings.keysUnder(COMMANDS)) {
      String[] name = key.substring(COMMANDS.length()).split("\\.", 2);
      if (name.length != 2 || !FIELDS.contains(name[1])) {
        throw new BadConfig(
            key, "there is no such setting; a command has a name and " + String.join(", ", FIELDS));
      }
      commands.computeIfAbsent(name[0], called -> command(data, settings, called, engine));
    }
    if (commands.size() > COMMANDS_MAX) {
      throw new BadConfig("agents.commands", commands.size(), "at most " + COMMANDS_MAX);
    }
    return commands;
  }

  private static Command command(Path data, Settings settings, String name, Path engine) {
    String command = COMMANDS + name;
    String key = command + ".";
    String directory = settings.optionalText(key + "directory");
    if (directory.isBlank()) {
      throw new BadConfig(command, "'directory' has to say in which folder it is started");
    }
    try {
      Optional<ContainerRules> container =
          ContainerSettings.of(data, settings, key + CONTAINER, engine);
      Optional<SandboxRules> sandbox = SandboxSettings.of(data, settings, key, container.isEmpty());
      if (container.isPresent() && sandbox.isPresent()) {
        throw new BadConfig(key + "sandbox", "a command has a sandbox or a container, not both");
      }
      return new Command(
          name,
          settings.items(key + "argv"),
          data.resolve(directory).toAbsolutePath().normalize(),
          settings.items(key + "environment"),
          settings.optionalText(key + "description"),
          SandboxSettings.folders(data, settings, key + "workspaces"),
          sandbox.orElse(null),
          container.orElse(null));
    } catch (InvalidPathException e) {
      throw new BadConfig(key + "directory", directory, "a folder");
    } catch (IllegalArgumentException e) {
      throw new BadConfig(command, String.valueOf(e.getMessage()));
    }
  }
}
