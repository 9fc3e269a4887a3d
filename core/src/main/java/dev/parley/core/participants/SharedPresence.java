package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.participants.Presence.Status;
import dev.parley.core.store.Neighbours;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Tells the other hubs who is connected here, and hears from them who is connected there. It is
 * soft state and never stored: changes are told as they happen, under numbers; once a second the
 * number is said, and who has missed one asks to be told all (docs/adr/0032).
 */
public final class SharedPresence implements Neighbours.Ear, AutoCloseable {
  /** Changes that come close to each other go together. */
  static final Duration GATHERING = Duration.ofMillis(20);

  static final Duration DIGEST_EVERY = Duration.ofSeconds(1);

  /** All is told, and asked for, no more often than this. */
  static final Duration ALL_EVERY = Duration.ofSeconds(1);

  private final Neighbours neighbours;
  private final String node;
  private final Presence presence;
  private final Timekeeper time;
  private final Set<AgentId> changed = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean gathering = new AtomicBoolean();

  // The rest under this lock.
  private final Map<String, Neighbour> others = new HashMap<>();
  private final Map<String, Long> askedAt = new HashMap<>();
  private long version;
  private long allToldAt = Long.MIN_VALUE / 2;
  private boolean allWanted;
  private Timekeeper.@Nullable Alarm digest;
  private boolean closed;

  /**
   * @param node the name of this hub among the others
   */
  public SharedPresence(Neighbours neighbours, String node, Presence presence, Timekeeper time) {
    this.neighbours = neighbours;
    this.node = node;
    this.presence = presence;
    this.time = time;
  }

  public synchronized void start() {
    presence.onChangedHere(this::onChangedHere);
    neighbours.listen(this);
    sayDigest();
  }

  private void onChangedHere(AgentId agent) {
    changed.add(agent);
    if (gathering.compareAndSet(false, true)) {
      var _ = time.after(GATHERING, this::tellChanges);
    }
  }

  private synchronized void tellChanges() {
    gathering.set(false);
    Map<AgentId, Status> agents = new LinkedHashMap<>();
    changed.removeIf(
        agent -> {
          agents.put(agent, Status.NEVER);
          return true;
        });
    // Looked at only now that they are out: what changes from now on is told again.
    agents.replaceAll((agent, _) -> presence.here(agent));
    if (closed || agents.isEmpty()) {
      return;
    }
    for (Map<AgentId, Status> part : PresenceWords.parts(agents)) {
      say(new PresenceWords.Changes(++version, part));
    }
  }

  private synchronized void sayDigest() {
    if (!closed) {
      say(new PresenceWords.Digest(version));
      digest = time.after(DIGEST_EVERY, this::sayDigest);
    }
  }

  private void say(PresenceWords words) {
    neighbours.say(words.bytes());
  }

  @Override
  public synchronized void heard(String from, byte[] words) {
    PresenceWords heard = PresenceWords.read(words).orElse(null);
    if (closed || heard == null) {
      return;
    }
    switch (heard) {
      case PresenceWords.Changes changes -> askIf(neighbour(from).misses(changes), from);
      case PresenceWords.Digest theirs -> askIf(neighbour(from).misses(theirs), from);
      case PresenceWords.All all -> neighbour(from).take(all);
      case PresenceWords.Ask(String asked) -> {
        if (asked.equals(node)) {
          wantAll();
        }
      }
    }
  }

  private Neighbour neighbour(String name) {
    return others.computeIfAbsent(name, _ -> new Neighbour(presence));
  }

  private void askIf(boolean missed, String whom) {
    long now = time.millis();
    if (missed && now - askedAt.getOrDefault(whom, Long.MIN_VALUE / 2) >= ALL_EVERY.toMillis()) {
      askedAt.put(whom, now);
      say(new PresenceWords.Ask(whom));
    }
  }

  /** Many may ask at once, and one answer serves them all. */
  private void wantAll() {
    if (!allWanted) {
      allWanted = true;
      long wait = Math.max(0, allToldAt + ALL_EVERY.toMillis() - time.millis());
      var _ = time.after(Duration.ofMillis(wait), this::tellAll);
    }
  }

  private synchronized void tellAll() {
    allWanted = false;
    if (closed) {
      return;
    }
    allToldAt = time.millis();
    Map<AgentId, Status> online = new LinkedHashMap<>();
    presence.forEachHere(
        (agent, status) -> {
          if (status.isOnline() || status.listeners() > 0) {
            online.put(agent, status);
          }
        });
    // What has changed since the last version is in it, and is told once more as a change.
    var parts = PresenceWords.parts(online);
    for (int i = 0; i < parts.size(); i++) {
      say(new PresenceWords.All(version, i, parts.size(), parts.get(i)));
    }
  }

  @Override
  public synchronized void gone(String other) {
    Neighbour left = others.remove(other);
    askedAt.remove(other);
    if (left != null) {
      left.leave();
    }
  }

  /** The agent was deleted, everywhere. */
  public synchronized void forget(AgentId agent) {
    others.values().forEach(other -> other.forget(agent));
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (digest != null) {
      digest.cancel();
    }
  }
}
