package dev.parley.apps.store;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;

/**
 * Whose things in the store are, as a text: a person's name with what tells that person from a
 * later one of the name, or {@value #HUB_OWNER} for the hub's owner. A bot is for its owner.
 */
final class Publishers {
  static final String HUB_OWNER = "owner";

  private final Participants participants;

  Publishers(Participants participants) {
    this.participants = participants;
  }

  /** For whom this one looks around and installs. */
  String of(Principal who) {
    AgentId self = who.scope();
    return self == null ? HUB_OWNER : ofBot(self);
  }

  /**
   * @throws Refused when there is no such agent, which may have been there a moment ago
   */
  String ofBot(AgentId bot) {
    AgentId person = participants.requireAgent(bot).owner();
    if (person == null) {
      return HUB_OWNER;
    }
    Agent agent = participants.requireAgent(person);
    return "person " + agent.id().value() + " " + agent.incarnation();
  }

  /**
   * As whom this one publishes.
   *
   * @throws Refused for a bot: publishing is for people
   */
  String publishing(Visit by) {
    AgentId self = by.who().scope();
    if (self != null && participants.agent(self).filter(Agent::isPerson).isEmpty()) {
      throw new Refused(
          ErrorCode.FORBIDDEN, "only persons with an account and the hub's owner publish apps");
    }
    return of(by.who());
  }
}
