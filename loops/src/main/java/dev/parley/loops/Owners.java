package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;

/** Whose a bot is, as a participant. Any thread; never blocks. */
@FunctionalInterface
public interface Owners {

  AgentId ownerOf(AgentId bot);

  /** Each the person's who made it, or else the hub's owner's. */
  static Owners of(Broker broker) {
    AgentId hubOwner = new AgentId(Sender.OWNER_NAME);
    return bot -> broker.participants().agent(bot).map(Agent::owner).orElse(hubOwner);
  }
}
