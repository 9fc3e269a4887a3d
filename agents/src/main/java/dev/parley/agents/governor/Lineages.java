package dev.parley.agents.governor;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lineages of the latest messages; those of others are read back from the store, so that
 * neither a restart nor another hub makes a chain begin anew. Committer thread.
 */
final class Lineages {
  private static final int REMEMBERED = 1 << 13;

  /** A chain that is longer has been stopped long ago, or was allowed for as long. */
  private static final int WALK_MAX = 512;

  private final Participants participants;
  private final @Nullable Lineage[] latest = new @Nullable Lineage[REMEMBERED];

  Lineages(Participants participants) {
    this.participants = participants;
  }

  /** Has a person said it, or somebody outside, of whom most are people? */
  boolean isOfPeople(Origin origin, String from) {
    return switch (origin) {
      case OWNER, HUMAN, EXTERNAL -> true;
      case SYSTEM -> false;
      case PEER -> isPerson(from);
    };
  }

  /** Is this the agent as which a person with an account speaks? */
  boolean isPerson(String name) {
    if (!participants.separation().isNeeded()) {
      return false;
    }
    try {
      return participants.agent(new AgentId(name)).filter(Agent::isPerson).isPresent();
    } catch (InvalidAddress e) {
      return false;
    }
  }

  void remember(Lineage lineage) {
    latest[slot(lineage.id())] = lineage;
  }

  /** Of one of the latest messages; null when it would have to be read. */
  @Nullable Lineage remembered(MessageId id) {
    Lineage found = latest[slot(id)];
    return found != null && found.id().equals(id) ? found : null;
  }

  private static int slot(MessageId id) {
    return id.hashCode() & (REMEMBERED - 1);
  }

  /** Of a message that may be known, or null when there is none. */
  @Nullable Lineage of(Tx tx, MessageId id) {
    Lineage known = remembered(id);
    if (known != null) {
      return known;
    }
    Deque<Message> younger = new ArrayDeque<>();
    Set<MessageId> seen = new HashSet<>();
    MessageId at = id;
    Lineage line = null;
    while (at != null && line == null && younger.size() < WALK_MAX && seen.add(at)) {
      line = remembered(at);
      Message message = line == null ? read(tx, at) : null;
      if (message == null) {
        break;
      }
      younger.push(message);
      at =
          isOfPeople(message.origin(), message.draft().from())
              ? null
              : message.draft().causeOrReplyTo();
    }
    for (Message message : younger) {
      line = next(line, message);
      remember(line);
    }
    return line;
  }

  private static @Nullable Message read(Tx tx, MessageId id) {
    StoredMessage stored = tx.find(id);
    return stored == null ? null : Message.parse(stored.number(), stored.json());
  }

  /** The lineage of a message that was caused by one with this lineage, or by nothing known. */
  Lineage next(@Nullable Lineage cause, Message message) {
    return next(cause, message.id(), message.draft(), message.origin());
  }

  Lineage next(@Nullable Lineage cause, MessageId id, Draft draft, Origin origin) {
    String from = draft.from();
    if (isOfPeople(origin, from)) {
      return Lineage.begunByNoAgent(id, from);
    }
    if (origin == Origin.SYSTEM) {
      return cause == null ? Lineage.begunByNoAgent(id, from) : cause.passedOn(id, from);
    }
    if (cause == null) {
      return Lineage.begunBy(id, from);
    }
    boolean toItself = draft.path().depth() > 1 && draft.path().segmentEquals(1, from);
    return cause.then(id, from, toItself);
  }

  /** The messages that led to one, it included, the newest first. */
  static List<MessageId> chain(Tx tx, @Nullable MessageId from, int limit) {
    List<MessageId> chain = new ArrayList<>();
    MessageId at = from;
    while (at != null && chain.size() < limit && !chain.contains(at)) {
      Message message = read(tx, at);
      if (message == null) {
        break;
      }
      chain.add(at);
      at = message.draft().causeOrReplyTo();
    }
    return chain;
  }
}
