package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import org.jspecify.annotations.Nullable;

/**
 * A subscription and whose it is: a record of its own in the store, so that a change of one touches
 * no other.
 *
 * @param session null when it is the agent's own
 * @param place tells apart in a list what was added in the same millisecond
 */
record Subscribed(
    AgentId agent, @Nullable SessionId session, Subscription subscription, int place) {

  /** What the keys of all subscriptions of the agent and of its sessions begin with. */
  static String underAgent(AgentId agent) {
    return agent.value() + "/";
  }

  /** What the keys of the agent's own begin with: neither ids nor their parts have spaces. */
  static String under(AgentId agent) {
    return agent.value() + "/ ";
  }

  static String under(SessionKey session) {
    return session.text() + " ";
  }

  String key() {
    String owner = session == null ? under(agent) : under(new SessionKey(agent, session));
    return owner + subscription.pattern().text();
  }

  Router.Subscriber subscriber() {
    return session == null
        ? new Router.Subscriber.OfAgent(agent)
        : new Router.Subscriber.OfSession(new SessionKey(agent, session));
  }
}
