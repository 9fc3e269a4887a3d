package dev.parley.agents.workspace;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Permissions;
import dev.parley.agents.folders.AgentFolders;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.time.SystemTime;
import dev.parley.processes.Processes;
import dev.parley.processes.ProcessesConfig;
import dev.parley.processes.sandbox.Confinement;
import dev.parley.processes.sandbox.SandboxRules;
import dev.parley.testkit.store.MemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** Agents with folders of their own on a hub in memory. */
final class ToolsWorld implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  final Path folder;
  final List<Permissions.Request> asked = new ArrayList<>();
  Permissions.Answer answer = new Permissions.Answer(true, "for the test");
  final Broker broker =
      new Broker(new MemoryStore(), new SystemTime(), BrokerConfig.DEFAULT).start();
  final Processes processes;
  private final Toolbox tools = new Toolbox();

  ToolsWorld(Path folder) throws Exception {
    this.folder = folder;
    for (String each : List.of("ada", "ben")) {
      var _ =
          broker
              .participants()
              .createAgent(new AgentId(each), null, null, null, null)
              .get(10, TimeUnit.SECONDS);
    }
    AgentFolders folders = new AgentFolders(folder.resolve("workspaces"));
    Leave leave =
        new Leave(
            request -> {
              asked.add(request);
              return answer;
            });
    processes =
        Processes.open(
            new ProcessesConfig(
                folder.resolve("commands"),
                8,
                "commands",
                Duration.ofSeconds(1),
                1 << 20,
                Confinement::here),
            () -> 0,
            _ -> {});
    ShellSettings settings =
        new ShellSettings(
            folder,
            Map.of("PATH", "/usr/bin:/bin", "SECRET", "of the hub"),
            SandboxRules.of("agents.shell.sandbox", false),
            Duration.ofSeconds(60));
    tools
        .register(new FileTool(broker, folders, leave).tool())
        .register(new ShellTool(broker, processes, folders, settings, leave).tool());
  }

  Path workspace(String agent) {
    return folder.resolve("workspaces/home-" + agent);
  }

  ToolResult use(String agent, Origin origin, String tool, Object... told)
      throws InterruptedException {
    Map<String, Object> arguments = new java.util.LinkedHashMap<>();
    for (int i = 0; i < told.length; i += 2) {
      arguments.put((String) told[i], told[i + 1]);
    }
    return tools.use(turn(agent, origin), tool, JSON.writeValueAsString(arguments));
  }

  /** In a turn of the owner's. */
  String file(String action, Object... told) throws InterruptedException {
    return said("file", action, told);
  }

  String shell(String command) throws InterruptedException {
    return said("shell", "run", "command", command);
  }

  String said(String tool, String action, Object... told) throws InterruptedException {
    Object[] all = new Object[told.length + 2];
    all[0] = "action";
    all[1] = action;
    System.arraycopy(told, 0, all, 2, told.length);
    return use("ada", Origin.OWNER, tool, all).text();
  }

  private static ToolUse turn(String agent, Origin origin) {
    return new ToolUse(
        new BrainRequest(
            SessionKey.parse(agent + "/main"),
            new UUID(1, 1),
            List.of(
                new Message(
                    new MessageId(1, 2),
                    1,
                    Draft.from("bob")
                        .to(dev.parley.core.address.Path.parse("agent/" + agent))
                        .content("x")
                        .build(),
                    0,
                    0,
                    origin,
                    0,
                    null))));
  }

  @Override
  public void close() {
    processes.close();
    broker.close();
  }
}
