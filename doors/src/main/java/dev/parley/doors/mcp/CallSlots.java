package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.concurrent.ConcurrentHashMap;

/** So many things one participant may have open at once. Any thread. */
final class CallSlots {
  private final String what;
  private final int max;
  private final ConcurrentHashMap<AgentId, Integer> taken = new ConcurrentHashMap<>();

  CallSlots(String what, int max) {
    this.what = what;
    this.max = max;
  }

  /**
   * @throws Refused when all are taken
   */
  void take(AgentId who) {
    int now = taken.merge(who, 1, Integer::sum);
    if (now > max) {
      release(who);
      throw new Refused(
          ErrorCode.OVERLOADED, "'" + who + "' has " + max + " " + what + " open; try again later");
    }
  }

  void release(AgentId who) {
    taken.computeIfPresent(who, (_, count) -> count == 1 ? null : count - 1);
  }
}
