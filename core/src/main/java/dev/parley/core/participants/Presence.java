package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.time.Timekeeper;
import java.util.concurrent.ConcurrentHashMap;

/** Who is connected right now. In memory only: after a restart nobody is. Any thread. */
public final class Presence {

  /**
   * @param lastSeenAt Unix milliseconds of the last coming or going, or 0 for never since the start
   */
  public record Status(int connections, int listeners, long lastSeenAt) {
    static final Status NEVER = new Status(0, 0, 0);

    public boolean isOnline() {
      return connections > 0;
    }
  }

  private final Timekeeper time;
  private final ConcurrentHashMap<AgentId, Status> statuses = new ConcurrentHashMap<>();

  public Presence(Timekeeper time) {
    this.time = time;
  }

  public void connected(AgentId agent) {
    change(agent, 1, 0);
  }

  public void disconnected(AgentId agent) {
    change(agent, -1, 0);
  }

  public void listening(AgentId agent, int delta) {
    change(agent, 0, delta);
  }

  public boolean isOnline(AgentId agent) {
    return of(agent).isOnline();
  }

  public Status of(AgentId agent) {
    return statuses.getOrDefault(agent, Status.NEVER);
  }

  /** The agent is no more; what its connections say while they end is of no interest. */
  public void forget(AgentId agent) {
    statuses.remove(agent);
  }

  private void change(AgentId agent, int connections, int listeners) {
    statuses.compute(
        agent,
        (_, was) -> {
          if (was == null && connections <= 0 && listeners <= 0) {
            return null; // somebody forgotten goes
          }
          Status before = was == null ? Status.NEVER : was;
          return new Status(
              Math.max(0, before.connections + connections),
              Math.max(0, before.listeners + listeners),
              time.millis());
        });
  }
}
