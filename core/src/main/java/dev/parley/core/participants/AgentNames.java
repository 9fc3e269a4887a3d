package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jctools.maps.NonBlockingHashMapLong;
import org.jspecify.annotations.Nullable;

/**
 * Which names a new agent may not have: those that mean something else, and those that people and
 * models would take for another agent's. Ids are ASCII, so look-alikes are those of ASCII. Agents
 * that have such a name already keep it. Committer thread.
 */
final class AgentNames {
  private static final Set<String> RESERVED =
      Set.of("system", "owner", "broadcast", "hub", "developer");
  private static final Set<String> FOLDERS = Set.of(".", "..");

  /**
   * The looks of all names as numbers of 64 bits, by which two that differ are as good as never
   * taken for the same; the texts would take several times the memory for millions of agents.
   */
  private final NonBlockingHashMapLong<Boolean> taken = new NonBlockingHashMapLong<>();

  // By agents that the commit which is being made adds, and takes away.
  private final Set<String> coming = new HashSet<>();
  private final Set<String> going = new HashSet<>();

  void requireFree(AgentId id) {
    String name = id.value();
    String look = look(name);
    if (FOLDERS.contains(name) || RESERVED.contains(look)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'"
              + name
              + "' cannot be the name of an agent: system, owner, broadcast, hub and developer mean"
              + " something else, and so do . and ..");
    }
    // A large i looks like a small l, while a small i is only the same letter.
    if (isTaken(look) || isTaken(look(name.replace('I', 'l')))) {
      throw new Refused(
          ErrorCode.ALREADY_EXISTS,
          "'"
              + name
              + "' looks like the name of another agent: names must differ by more than case, 0 and"
              + " o, 1 and l, rn and m, vv and w");
    }
  }

  /** The commit that is being made adds an agent of this name. */
  void take(AgentId id) {
    coming.add(look(id.value()));
  }

  /** The commit that is being made takes the agent of this name away. */
  void giveBack(AgentId id) {
    coming.remove(look(id.value()));
    going.add(look(id.value()));
  }

  void onCommitted() {
    coming.clear();
    going.clear();
  }

  void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (now != null) {
      taken.put(number(look(now.id().value())), Boolean.TRUE);
    } else if (was != null) {
      taken.remove(number(look(was.id().value())));
    }
  }

  private boolean isTaken(String look) {
    return coming.contains(look) || (taken.containsKey(number(look)) && !going.contains(look));
  }

  private static String look(String name) {
    return name.toLowerCase(Locale.ROOT)
        .replace('0', 'o')
        .replace('1', 'l')
        .replace("rn", "m")
        .replace("vv", "w");
  }

  /** FNV-1a. */
  private static long number(String look) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < look.length(); i++) {
      hash = (hash ^ look.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
