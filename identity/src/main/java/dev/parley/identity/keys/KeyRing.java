package dev.parley.identity.keys;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All keys of one agent, in one record, so that what changes several of them is one change.
 * Withdrawn ones are remembered for a while: they are not taken again.
 *
 * @param incarnation the agent whose they are; one that has its name later has none of them
 * @param version grows with every change: whoever hears of two in the wrong order keeps the later
 */
record KeyRing(String incarnation, long version, List<AgentKey> keys) {
  static final int LIVE_MAX = 10;
  static final int REVOKED_KEPT_MAX = 20;

  KeyRing {
    keys = List.copyOf(keys);
  }

  static KeyRing empty(String incarnation) {
    return new KeyRing(incarnation, 0, List.of());
  }

  Stream<AgentKey> live() {
    return keys.stream().filter(AgentKey::isLive);
  }

  Optional<AgentKey> live(String id) {
    return live().filter(key -> key.id().equals(id)).findFirst();
  }

  boolean hasLost(KeyRing earlier) {
    return earlier.live().anyMatch(key -> live(key.id()).isEmpty());
  }

  KeyRing with(AgentKey added) {
    for (AgentKey key : keys) {
      if (key.material().equals(added.material())) {
        throw new Refused(
            ErrorCode.ALREADY_EXISTS,
            key.isLive()
                ? "the agent has this key already, as '" + key.id() + "'"
                : "this key was withdrawn, and is not taken again; make a new pair");
      }
      if (key.id().equals(added.id())) {
        throw new Refused(
            ErrorCode.ALREADY_EXISTS,
            "the agent has or had a key '" + key.id() + "'; give another 'keyId' or none");
      }
    }
    if (live().count() >= LIVE_MAX) {
      throw new Refused(
          ErrorCode.CONFLICT, "the agent has " + LIVE_MAX + " keys already; remove one first");
    }
    List<AgentKey> more = new ArrayList<>(keys);
    more.add(added);
    return new KeyRing(incarnation, version + 1, more);
  }

  KeyRing without(String id, long now) {
    if (live(id).isEmpty()) {
      throw new Refused(ErrorCode.NOT_FOUND, "the agent has no key '" + id + "'");
    }
    List<AgentKey> changed =
        keys.stream().map(key -> key.id().equals(id) ? key.revoked(now) : key).toList();
    return new KeyRing(incarnation, version + 1, forgetful(changed));
  }

  KeyRing withoutAny(long now) {
    return new KeyRing(
        incarnation,
        version + 1,
        forgetful(keys.stream().map(key -> key.isLive() ? key.revoked(now) : key).toList()));
  }

  private static List<AgentKey> forgetful(List<AgentKey> keys) {
    List<AgentKey> oldest =
        keys.stream()
            .filter(key -> !key.isLive())
            .sorted(Comparator.comparingLong(AgentKey::revokedAt))
            .toList();
    List<AgentKey> over = oldest.subList(0, Math.max(0, oldest.size() - REVOKED_KEPT_MAX));
    return keys.stream().filter(key -> !over.contains(key)).toList();
  }

  byte[] toBytes() {
    StringBuilder text = new StringBuilder(incarnation).append('\n').append(version);
    keys.forEach(key -> text.append('\n').append(key.toLine()));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  static KeyRing of(byte[] bytes) {
    String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n");
    return new KeyRing(
        lines[0], Long.parseLong(lines[1]), Stream.of(lines).skip(2).map(AgentKey::of).toList());
  }
}
