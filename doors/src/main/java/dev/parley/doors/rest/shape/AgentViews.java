package dev.parley.doors.rest.shape;

import dev.parley.core.broker.Broker;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Presence;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Agents together with what is known about them elsewhere: presence and unread messages. */
public final class AgentViews {

  public record AgentView(Agent agent, Presence.Status presence, long unread) {
    public void writeTo(JsonBuffer out) {
      RestShapes.agent(out, agent, presence, unread);
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
                views.add(new AgentView(agent, presence, stats.get(i).join().unread()));
              }
              return views;
            });
  }
}
