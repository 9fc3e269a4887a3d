package dev.parley.agents.governor;

import dev.parley.core.message.MessageId;
import java.util.Arrays;

/**
 * Where a message comes from, back to the last thing a person said or to a message that nothing
 * caused.
 *
 * @param id of the message itself
 * @param root the message the chain began with
 * @param from who sent the message
 * @param depth how many messages of agents led to it
 * @param repeats how many messages of the chain, this one included, are from somebody who had
 *     spoken in it before
 * @param senders the agents that have spoken in it, each once
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Lineage(
    MessageId id, MessageId root, String from, int depth, int repeats, String[] senders) {
  /** More agents than that are not told apart: whoever comes then counts as having spoken. */
  private static final int SENDERS_MAX = 64;

  private static final String[] NOBODY = {};

  /** A person, the outside or the hub begins something. */
  static Lineage begunByNoAgent(MessageId id, String from) {
    return new Lineage(id, id, from, 0, 0, NOBODY);
  }

  static Lineage begunBy(MessageId id, String agent) {
    return new Lineage(id, id, agent, 0, 0, new String[] {agent});
  }

  /** The hub said something because of this; it counts for nothing. */
  Lineage passedOn(MessageId by, String from) {
    return new Lineage(by, root, from, depth, repeats, senders);
  }

  /** An agent reacts to this. Somebody who goes on with what it said itself repeats nothing. */
  Lineage then(MessageId by, String agent, boolean toItself) {
    if (agent.equals(from) && !toItself) {
      return new Lineage(by, root, from, depth + 1, repeats, senders);
    }
    boolean spoken = senders.length >= SENDERS_MAX;
    for (int i = 0; i < senders.length && !spoken; i++) {
      spoken = senders[i].equals(agent);
    }
    if (spoken) {
      return new Lineage(by, root, agent, depth + 1, repeats + 1, senders);
    }
    String[] more = Arrays.copyOf(senders, senders.length + 1);
    more[senders.length] = agent;
    return new Lineage(by, root, agent, depth + 1, repeats, more);
  }
}
