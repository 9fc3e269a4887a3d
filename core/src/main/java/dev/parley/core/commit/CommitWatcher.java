package dev.parley.core.commit;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;

/**
 * Told what a commit has changed, after it is durable, in the order of the changes, on the
 * committer thread: be short and never wait. What it throws is logged and harms nobody. While
 * nobody watches, commits are not looked at.
 */
public interface CommitWatcher {

  /** A message was accepted and filed in these boxes. */
  void onAppended(StoredMessage message, List<Placement> placements);

  /** A message accepted earlier was filed in these boxes as well. */
  void onPlaced(MessageId id, List<Placement> placements);

  /**
   * A copy has climbed.
   *
   * @param attempts how often it was pushed so far, or -1 when that has not changed
   */
  void onAdvanced(BoxId box, long position, State state, int attempts);

  default void onPut(String table, String key, byte[] value) {}

  default void onDeleted(String table, String key) {}
}
