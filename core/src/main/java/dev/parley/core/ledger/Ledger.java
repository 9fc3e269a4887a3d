package dev.parley.core.ledger;

import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A service whose state changes with messages, in the same commit. What it keeps in memory about
 * the commit that is being made it publishes or takes back in {@link #ended}. Everything but {@link
 * #check} runs on the committer thread: be short and never block.
 */
public interface Ledger {

  /** The tables whose records are this ledger's; {@link #onOtherHub} tells of these alone. */
  Set<String> tables();

  /**
   * A message is about to be sent. On the sender's thread, before anything is known of others.
   *
   * @throws Refused to turn it down
   */
  default void check(Draft draft) {}

  /** A commit begins. */
  default void onBegin(Tx tx) {}

  /**
   * A message is about to be stored.
   *
   * @param from who sends it
   * @param id the one its sender has chosen, or null
   * @return the id of an earlier message that this one only repeats: then it is not stored, and its
   *     sender gets that one's receipt; null to go on
   * @throws Refused to turn it down; nothing may have been changed by then
   */
  default @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    return null;
  }

  /** A message has been stored in these boxes. */
  default void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {}

  /** A message that was stored earlier (a dead letter) has been filed in these boxes as well. */
  default void onFiledAgain(Tx tx, MessageId id, List<Placement> placements) {}

  /** A message that another system had accepted has been taken in, and waits in these inboxes. */
  default void onAdopt(Tx tx, StoredMessage stored, List<Placement> waiting) {}

  /**
   * The commit is durable, or nothing of it has happened. Called before anybody who waits for the
   * commit hears of it.
   */
  void ended(boolean durable);

  /**
   * Another hub that shares the store has put or (without a value) deleted a record of {@link
   * #tables}.
   */
  void onOtherHub(String table, String key, byte @Nullable [] value);
}
