package dev.parley.agents.waterfall;

import dev.parley.agents.turns.TurnAbout;
import dev.parley.core.delivery.CopyTimes;
import dev.parley.core.store.StoredMessage;
import java.util.List;

/**
 * What became of a message, as somebody may see it.
 *
 * @param copies in inboxes; at most {@link #COPIES_MAX}
 * @param copiesLeftOut how many more there are
 * @param turns the oldest of each agent first; at most {@link #TURNS_MAX}
 * @param replies the messages that reply to it, oldest first, at most {@link #REPLIES_MAX}
 */
public record Waterfall(
    StoredMessage message,
    List<CopyTimes> copies,
    int copiesLeftOut,
    List<Turn> turns,
    List<StoredMessage> replies) {
  static final int COPIES_MAX = 200;
  static final int TURNS_MAX = 50;
  static final int REPLIES_MAX = 50;

  /**
   * @param whole may its session, its tools and its answers be seen, too? Otherwise it is only told
   *     when it began and ended, and how
   */
  public record Turn(TurnAbout turn, boolean whole) {}
}
