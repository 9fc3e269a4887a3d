package dev.parley.hub;

import dev.parley.agents.memory.Memories;
import dev.parley.agents.memory.MemoryTools;
import dev.parley.agents.tasks.TaskTools;
import dev.parley.agents.tasks.Tasks;
import dev.parley.agents.tools.Messaging;
import dev.parley.agents.tools.SessionTools;
import dev.parley.agents.tools.Toolbox;
import dev.parley.core.broker.Broker;
import dev.parley.identity.authority.Identity;
import dev.parley.loops.Loops;

/** The tools that brains of this hub may use. Rooms that come later register theirs here. */
final class AgentTools {
  private AgentTools() {}

  static Toolbox of(Broker broker, Identity identity, Loops loops, Memories memories, Tasks tasks) {
    Messaging messaging = new Messaging(broker, identity.authority());
    Toolbox tools = new Toolbox();
    messaging.tools().forEach(tools::register);
    return tools
        .register(new LoopTools(loops, broker.presence(), messaging).tool())
        .register(new SessionTools(broker).tool())
        .register(new TaskTools(tasks).tool())
        .register(new MemoryTools(memories).tool());
  }
}
