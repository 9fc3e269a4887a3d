package dev.parley.hub;

import dev.parley.agents.approvals.Approvals;
import dev.parley.agents.approvals.AskingPermissions;
import dev.parley.agents.brain.Permissions;
import dev.parley.agents.hooks.Hooks;
import dev.parley.agents.memory.HookedMemories;
import dev.parley.agents.memory.KeptMemories;
import dev.parley.agents.memory.Memories;
import dev.parley.agents.memory.MemoryLimits;
import dev.parley.agents.memory.MemoryTools;
import dev.parley.agents.schedules.ScheduleTools;
import dev.parley.agents.schedules.Schedules;
import dev.parley.agents.tasks.TaskTools;
import dev.parley.agents.tasks.Tasks;
import dev.parley.agents.tools.Messaging;
import dev.parley.agents.tools.SessionTools;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.web.WebConfig;
import dev.parley.agents.web.WebTools;
import dev.parley.brains.mcp.McpServers;
import dev.parley.core.broker.Broker;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.authority.Identity;
import dev.parley.loops.Loops;
import dev.parley.memory.LocalEmbedder;
import dev.parley.memory.LuceneMemoryIndex;
import java.util.Deque;

/**
 * The tools that brains of this hub may use, and the rooms behind them. Rooms that come later
 * register theirs here.
 */
record AgentTools(
    Toolbox toolbox,
    Permissions permissions,
    Memories memories,
    Schedules schedules,
    McpServers servers) {

  /** Opens the rooms that brains need; the broker has started. */
  static AgentTools open(
      Deque<AutoCloseable> parts,
      HubConfig config,
      Broker broker,
      Identity identity,
      Loops loops,
      Approvals approvals,
      Tasks tasks,
      AppAdapters apps) {
    KeptMemories kept =
        KeptMemories.open(
            broker,
            LuceneMemoryIndex.at(config.data().resolve(DataDirectory.MEMORY), new LocalEmbedder()),
            MemoryLimits.DEFAULT);
    parts.push(kept);
    Memories memories = new HookedMemories(kept, apps.hooks(), broker.time()::millis);
    Schedules schedules = Schedules.open(broker, config.agents().tools().schedules());
    parts.push(schedules);
    McpServers servers = McpServers.open(RoomSettings.mcpServersConfig(config), broker);
    parts.push(servers);
    Permissions permissions =
        new AskingPermissions(broker, approvals, config.agents().tools().approvals());
    Toolbox toolbox =
        toolbox(broker, identity, loops, tasks, permissions, apps.hooks())
            .register(new MemoryTools(memories).tool())
            .register(new ScheduleTools(schedules).tool())
            .register(servers)
            .register(apps.tools())
            .register(apps.scheduling());
    WebConfig web = config.agents().tools().web();
    if (web.enabled()) {
      toolbox.register(new WebTools(web, broker.time()).tool());
    }
    return new AgentTools(toolbox, permissions, memories, schedules, servers);
  }

  /** What needs no room of its own. */
  static Toolbox toolbox(
      Broker broker,
      Identity identity,
      Loops loops,
      Tasks tasks,
      Permissions permissions,
      Hooks hooks) {
    Messaging messaging = new Messaging(broker, identity.authority());
    Toolbox tools = new Toolbox(permissions, hooks);
    messaging.tools().forEach(tools::register);
    return tools
        .register(new LoopTools(loops, broker.presence(), messaging).tool())
        .register(new SessionTools(broker).tool())
        .register(new TaskTools(tasks).tool());
  }
}
