package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Who is connected right now, here or at another hub of the same system. In memory only: after a
 * restart nobody is. Any thread.
 */
public final class Presence {

  /**
   * @param lastSeenAt Unix milliseconds of the last coming or going, or 0 for never since the start
   */
  public record Status(int connections, int listeners, long lastSeenAt) {
    static final Status NEVER = new Status(0, 0, 0);

    public boolean isOnline() {
      return connections > 0;
    }

    Status and(Status other) {
      return new Status(
          connections + other.connections,
          listeners + other.listeners,
          Math.max(lastSeenAt, other.lastSeenAt));
    }

    Status changed(int connectionsBy, int listenersBy, long at) {
      return new Status(
          Math.max(0, connections + connectionsBy),
          Math.max(0, listeners + listenersBy),
          Math.max(lastSeenAt, at));
    }
  }

  private final Timekeeper time;
  private final ConcurrentHashMap<AgentId, Status> here = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<AgentId, Status> elsewhere = new ConcurrentHashMap<>();
  private final List<PresenceHook> hooks = new CopyOnWriteArrayList<>();
  private volatile Consumer<AgentId> onChangedHere = _ -> {};

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

  public void onChange(PresenceHook hook) {
    hooks.add(hook);
  }

  public void removeHook(PresenceHook hook) {
    hooks.remove(hook);
  }

  public boolean isOnline(AgentId agent) {
    return of(agent).isOnline();
  }

  /** At all hubs. */
  public Status of(AgentId agent) {
    Status there = elsewhere.get(agent);
    return there == null ? here(agent) : here(agent).and(there);
  }

  /** The agent is no more; what its connections say while they end is of no interest. */
  public void forget(AgentId agent) {
    here.remove(agent);
    elsewhere.remove(agent);
  }

  private void change(AgentId agent, int connections, int listeners) {
    Status now =
        here.compute(
            agent,
            (_, was) -> {
              if (was == null && connections <= 0 && listeners <= 0) {
                return null; // somebody forgotten goes
              }
              Status before = was == null ? Status.NEVER : was;
              return before.changed(connections, listeners, time.millis());
            });
    if (now != null) {
      onChangedHere.accept(agent);
      tell(agent, connections, now);
    }
  }

  /**
   * @param there what has become of the connections here, or of those elsewhere
   */
  private void tell(AgentId agent, int connections, Status there) {
    if (connections != 0 && !hooks.isEmpty()) {
      boolean turned = there.isOnline() != (there.connections > connections);
      Status now = of(agent);
      hooks.forEach(hook -> hook.onPresence(agent, now, turned));
    }
  }

  // ---- for those who tell other hubs, and hear from them

  /** Told who has come or gone at this hub, or listens there or no longer. Set once. */
  void onChangedHere(Consumer<AgentId> told) {
    onChangedHere = told;
  }

  Status here(AgentId agent) {
    return here.getOrDefault(agent, Status.NEVER);
  }

  void forEachHere(BiConsumer<AgentId, Status> each) {
    here.forEach(each);
  }

  /** At one of the other hubs an agent was this, and is that now. */
  void changedElsewhere(AgentId agent, Status was, Status is) {
    int connections = is.connections - was.connections;
    int listeners = is.listeners - was.listeners;
    Status now =
        elsewhere.compute(
            agent,
            (_, sum) ->
                (sum == null ? Status.NEVER : sum).changed(connections, listeners, is.lastSeenAt));
    if (now != null) {
      tell(agent, connections, now);
    }
  }
}
