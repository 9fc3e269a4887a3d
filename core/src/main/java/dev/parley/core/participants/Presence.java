package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

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
  private final List<BiConsumer<AgentId, Status>> hooks = new CopyOnWriteArrayList<>();

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

  /** Told of every coming and going, on the thread it happens on: be short and never block. */
  public void onChange(BiConsumer<AgentId, Status> hook) {
    hooks.add(hook);
  }

  public void removeHook(BiConsumer<AgentId, Status> hook) {
    hooks.remove(hook);
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
    Status now =
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
    if (now != null && connections != 0) {
      hooks.forEach(hook -> hook.accept(agent, now));
    }
  }
}
