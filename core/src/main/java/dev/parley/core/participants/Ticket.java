package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import org.jspecify.annotations.Nullable;

/** A record that lets one agent in, once: it is deleted in the commit that makes the agent. */
public interface Ticket {

  String table();

  String key();

  /**
   * Whose agent it is for; null for the hub's owner's. Committer thread; pure, for it may be asked
   * again.
   *
   * @param kept the record as it is now, or null when there is none
   * @throws Refused when it is no good
   */
  @Nullable AgentId owner(byte @Nullable [] kept);
}
