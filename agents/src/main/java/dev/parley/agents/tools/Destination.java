package dev.parley.agents.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Set;

/** Where a model wants a message to go: a path when it looks like one, otherwise an agent. */
public final class Destination {
  private static final String BROADCAST = "broadcast";
  private static final Path EVERY_AGENT = Path.parse("agent/**");

  /** What paths begin with: no agent is meant by these. */
  private static final Set<String> PREFIXES = Set.of("agent", "session", "group", "loop");

  private Destination() {}

  /**
   * @throws Refused when it is neither
   */
  public static Path of(String to) {
    if (to.equals(BROADCAST)) {
      return EVERY_AGENT;
    }
    try {
      if (to.contains("/") || PREFIXES.contains(to)) {
        return Path.parse(to);
      }
      return Path.parse("agent/" + new AgentId(to));
    } catch (InvalidAddress e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'to': " + e.getMessage());
    }
  }
}
