package dev.parley.doors.rest.shape;

import dev.parley.core.broker.Broker;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.Subscription;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.identity.authority.Sight;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Agents together with what is known about them elsewhere: presence and unread messages. */
public final class AgentViews {

  /**
   * @param subscriptions none when only the card is shown, which does not say them
   * @param unread 0 then, for the same reason
   */
  public record AgentView(
      Agent agent,
      List<Subscription> subscriptions,
      Presence.Status presence,
      long unread,
      Sight sight) {
    public void writeTo(JsonBuffer out) {
      RestShapes.agent(out, this, /* withCard= */ false);
    }

    /** With the card that it has published, if it has. */
    public void writeWithCard(JsonBuffer out) {
      RestShapes.agent(out, this, /* withCard= */ true);
    }
  }

  private final Broker broker;

  public AgentViews(Broker broker) {
    this.broker = broker;
  }

  /**
   * @param sight how much is seen of each; none of them is hidden
   */
  public CompletableFuture<List<AgentView>> of(List<Agent> agents, Function<Agent, Sight> sight) {
    List<CompletableFuture<AgentView>> views = new ArrayList<>(agents.size());
    for (Agent agent : agents) {
      views.add(view(agent, sight.apply(agent)));
    }
    return CompletableFuture.allOf(views.toArray(CompletableFuture[]::new))
        .thenApply(_ -> views.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<AgentView> view(Agent agent, Sight sight) {
    Presence.Status presence = broker.presence().of(agent.id());
    if (sight != Sight.ALL) {
      return CompletableFuture.completedFuture(new AgentView(agent, List.of(), presence, 0, sight));
    }
    return broker
        .stats(BoxId.inbox(agent.id()))
        .thenApply(BoxStats::unread)
        .thenApply(
            unread ->
                new AgentView(
                    agent,
                    broker.participants().subscriptions(agent.id()),
                    presence,
                    unread,
                    sight));
  }
}
