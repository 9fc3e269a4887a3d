package dev.parley.core.ledger;

import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * The commit that is being made, for services: what is changed here becomes durable together, or
 * not at all. Reads see the changes made before. Committer thread, and only until the call it was
 * handed to returns.
 */
public interface Tx {

  /** The value of a record, or null. The array is not to be changed. */
  byte @Nullable [] get(String table, String key);

  void put(String table, String key, byte[] value);

  void delete(String table, String key);

  /** The counts of a box, with what this commit has filed there so far. */
  BoxStats stats(BoxId box);

  /** The message with this id, or null. */
  @Nullable StoredMessage find(MessageId id);

  /**
   * Sends a message. It is delivered when the commit is durable, after the message that this
   * transaction is about.
   *
   * @return its id, or that of the earlier message which it repeats
   * @throws dev.parley.core.error.Refused when it cannot be sent; not caught, that undoes the whole
   *     transaction
   */
  MessageId route(Draft draft, Sender from);

  /**
   * Lets the copy of a message climb the ladder.
   *
   * @return false when there is no such copy, or the ladder does not allow it
   */
  boolean climb(BoxId box, MessageId id, State rung);

  /** The same where the position of the copy is known. */
  boolean climb(BoxId box, long position, MessageId id, State rung);
}
