package dev.parley.doors.rest.shape;

import dev.parley.core.broker.Broker;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.Subscription;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Agents together with what is known about them elsewhere: presence and unread messages. */
public final class AgentViews {

  public record AgentView(
      Agent agent, List<Subscription> subscriptions, Presence.Status presence, long unread) {
    public void writeTo(JsonBuffer out) {
      RestShapes.agent(out, agent, subscriptions, presence, unread);
    }
  }

  private final Broker broker;

  public AgentViews(Broker broker) {
    this.broker = broker;
  }

  public CompletableFuture<List<AgentView>> of(List<Agent> agents) {
    List<CompletableFuture<BoxStats>> stats = new ArrayList<>(agents.size());
    for (Agent agent : agents) {
      stats.add(broker.stats(BoxId.inbox(agent.id())));
    }
    return CompletableFuture.allOf(stats.toArray(CompletableFuture[]::new))
        .thenApply(
            _ -> {
              List<AgentView> views = new ArrayList<>(agents.size());
              for (int i = 0; i < agents.size(); i++) {
                Agent agent = agents.get(i);
                Presence.Status presence = broker.presence().of(agent.id());
                List<Subscription> subscriptions = broker.participants().subscriptions(agent.id());
                long unread = stats.get(i).join().unread();
                views.add(new AgentView(agent, subscriptions, presence, unread));
              }
              return views;
            });
  }
}
