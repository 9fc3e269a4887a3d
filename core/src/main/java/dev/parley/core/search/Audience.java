package dev.parley.core.search;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;

/** What of the past is an agent's own. An index knows only names, and a name may be given anew. */
public interface Audience {

  /** The number of the first message that can be this agent's, whoever had its name before. */
  long since(AgentId agent);

  /** Has this agent or one of its sessions a copy? Blocks. */
  boolean reached(MessageId id, AgentId agent);
}
