package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.participants.Presence.Status;
import java.util.HashMap;
import java.util.Map;

/** Who is connected at another hub, as far as it was heard. Not thread-safe. */
final class Neighbour {
  /** More than a hub can have connections. */
  private static final int AGENTS_MAX = 1 << 20;

  private static final long UNKNOWN = -1;

  private final Presence presence;
  private Map<AgentId, Status> online = new HashMap<>();
  private long version = UNKNOWN;

  // All who are there, while their parts come in.
  private Map<AgentId, Status> gathered = new HashMap<>();
  private long gatheredVersion = UNKNOWN;
  private int nextPart;

  Neighbour(Presence presence) {
    this.presence = presence;
  }

  /** Returns whether something was missed. */
  boolean misses(PresenceWords.Changes changes) {
    if (changes.version() == version + 1 && version != UNKNOWN) {
      version = changes.version();
      changes.agents().forEach(this::set);
    }
    return changes.version() > version;
  }

  boolean misses(PresenceWords.Digest digest) {
    if (version == UNKNOWN && digest.version() == 0) {
      version = 0; // it has just begun, and nobody is there
    }
    return digest.version() > version;
  }

  void take(PresenceWords.All all) {
    if (all.version() <= version) {
      return; // somebody else had asked
    }
    if (all.part() == 0) {
      gathered = new HashMap<>();
      gatheredVersion = all.version();
      nextPart = 0;
    }
    if (all.version() != gatheredVersion || all.part() != nextPart) {
      gatheredVersion = UNKNOWN; // a part is lost: the next digest will make us ask again
      return;
    }
    if (gathered.size() < AGENTS_MAX) {
      gathered.putAll(all.agents());
    }
    nextPart++;
    if (nextPart == all.parts()) {
      replace(gathered);
      version = gatheredVersion;
      gatheredVersion = UNKNOWN;
      gathered = new HashMap<>();
    }
  }

  private void replace(Map<AgentId, Status> with) {
    Map<AgentId, Status> before = online;
    online = with;
    before.forEach(
        (agent, was) -> {
          if (!with.containsKey(agent)) {
            presence.changedElsewhere(agent, was, gone(was));
          }
        });
    with.forEach(
        (agent, is) ->
            presence.changedElsewhere(agent, before.getOrDefault(agent, Status.NEVER), is));
  }

  private void set(AgentId agent, Status is) {
    Status was = online.getOrDefault(agent, Status.NEVER);
    if (is.isOnline() || is.listeners() > 0) {
      if (online.size() >= AGENTS_MAX && !online.containsKey(agent)) {
        return;
      }
      online.put(agent, is);
    } else {
      online.remove(agent);
    }
    presence.changedElsewhere(agent, was, is);
  }

  /** It is there no longer, and so is nobody who was there. */
  void leave() {
    replace(new HashMap<>());
    version = UNKNOWN;
  }

  /** The agent was deleted. */
  void forget(AgentId agent) {
    online.remove(agent);
  }

  private static Status gone(Status was) {
    return new Status(0, 0, was.lastSeenAt());
  }
}
