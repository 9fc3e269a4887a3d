package dev.parley.hub;

import dev.parley.agents.approvals.ApprovalPolicy;
import dev.parley.agents.approvals.Approvals;
import dev.parley.agents.approvals.AskingPermissions;
import dev.parley.agents.folders.AgentFolders;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.workspace.FileTool;
import dev.parley.agents.workspace.Leave;
import dev.parley.agents.workspace.ShellSettings;
import dev.parley.agents.workspace.ShellTool;
import dev.parley.core.broker.Broker;
import dev.parley.hub.config.AgentsConfig;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.processes.Processes;
import dev.parley.processes.ProcessesConfig;
import dev.parley.processes.sandbox.Confinement;
import dev.parley.processes.sandbox.Limits;
import dev.parley.processes.sandbox.SandboxRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools with which brains touch this machine: {@code shell} and {@code file}. */
final class MachineTools {
  private static final int COMMANDS_MAX = 16;
  private static final Duration GRACE = Duration.ofSeconds(2);

  private MachineTools() {}

  static void register(
      Toolbox tools,
      Deque<AutoCloseable> parts,
      HubConfig config,
      Broker broker,
      Approvals approvals) {
    AgentsConfig agents = config.agents();
    Map<String, ApprovalPolicy.Rule> rules =
        Map.of("shell", agents.shell().rule(), "file", agents.file());
    Leave leave =
        new Leave(
            new AskingPermissions(
                broker,
                approvals,
                new ApprovalPolicy(
                    rules,
                    agents.tools().approvals().patience(),
                    agents.tools().approvals().answeredBy())));
    Path folder = config.data().resolve(DataDirectory.WORKSPACES);
    AgentFolders folders = new AgentFolders(folder);
    broker
        .participants()
        .onAgent(
            (was, now) -> {
              if (was != null && now == null) {
                var _ = Thread.startVirtualThread(() -> folders.delete(was.id()));
              }
            });
    if (agents.file() != ApprovalPolicy.Rule.DENY) {
      tools.register(new FileTool(broker, folders, leave).tool());
    }
    if (agents.shell().rule() != ApprovalPolicy.Rule.DENY) {
      Processes processes =
          Processes.open(
              new ProcessesConfig(
                  folder.resolve("commands"),
                  COMMANDS_MAX,
                  "commands of all agents",
                  GRACE,
                  agents.logBytesMax(),
                  Confinement::here),
              broker.time()::millis,
              _ -> {});
      parts.push(processes);
      ShellSettings settings =
          new ShellSettings(
              config.data(),
              System.getenv(),
              sandbox(agents.shell()),
              Duration.ofSeconds(agents.shell().seconds()));
      tools.register(new ShellTool(broker, processes, folders, settings, leave).tool());
    }
  }

  private static @Nullable SandboxRules sandbox(AgentsConfig.Shell shell) {
    if (!shell.sandbox()) {
      return null;
    }
    Limits usual = Limits.DEFAULT;
    return new SandboxRules(
        "agents.shell.sandbox",
        List.of(),
        List.of(),
        shell.network(),
        false,
        new Limits(
            (long) shell.memoryMb() << 20,
            usual.processes(),
            shell.seconds(),
            FileTool.BYTES_MAX,
            usual.openFiles(),
            Duration.ZERO));
  }
}
