package dev.parley.agents.context;

import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.participants.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was said longest ago in {@code main} is condensed before it would be left out, and laid
 * aside. As long as nobody can condense it, it is kept. Blocks, but for {@link #apply}.
 */
public final class Compaction {
  /** From here on, which is before a prompt has no room any more. */
  static final int SHOWN_CHARS_MAX = Prompt.HISTORY_CHARS_MAX * 2 / 3;

  static final int TURNS_MAX = ConversationRow.TURNS_MAX;
  private static final int KEPT_CHARS = SHOWN_CHARS_MAX / 2;
  private static final int KEPT_TURNS = 10;
  private static final int FOLDED_CHARS_MAX = Prompt.HISTORY_CHARS_MAX;

  private final Broker broker;
  private final Conversations conversations;

  /**
   * What is to be condensed next.
   *
   * @param said in words, the summary so far included
   * @param count of how many turns that is
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Part(SessionKey session, byte[] row, String said, int count) {

    /** How long what stands for it may be. */
    public int charsMax() {
      return Prompt.SUMMARY_CHARS_MAX;
    }
  }

  public Compaction(Broker broker) {
    this.broker = broker;
    this.conversations = new Conversations(broker);
  }

  /** The next part of a session that is to be condensed, or null. */
  public @Nullable Part due(SessionKey session) {
    byte[] stored =
        session.session().value().equals(Session.MAIN)
            ? broker.records().get(ConversationLog.TABLE, session.text()).orElse(null)
            : null;
    if (stored == null) {
      return null;
    }
    ConversationRow row = ConversationRow.of(stored);
    List<Exchange> turns = conversations.exchanges(row.turns());
    int[] sizes = turns.stream().mapToInt(Compaction::size).toArray();
    long all = java.util.Arrays.stream(sizes).asLongStream().sum();
    if (all <= SHOWN_CHARS_MAX && sizes.length <= TURNS_MAX) {
      return null;
    }
    int folded = sizes.length;
    for (long kept = 0; folded > 0 && sizes.length - folded < KEPT_TURNS; folded--) {
      kept += sizes[folded - 1];
      if (kept > KEPT_CHARS) {
        break;
      }
    }
    StringBuilder said = new StringBuilder();
    ConversationRow.Summary before = row.summary();
    if (before != null) {
      said.append("Summary so far:\n").append(Fence.barred(before.text(), before.text().length()));
      said.append("\n\n");
    }
    int count = 0;
    for (long room = FOLDED_CHARS_MAX; count < folded; count++) {
      room -= sizes[count];
      if (room < 0 && count > 0) {
        break;
      }
      said.append(Prompt.asked(turns.get(count))).append("\nYou answered:\n");
      said.append(Prompt.answered(turns.get(count))).append("\n\n");
    }
    return count == 0 ? null : new Part(session, stored, said.toString(), count);
  }

  private static int size(Exchange exchange) {
    return Prompt.asked(exchange).length() + Prompt.answered(exchange).length();
  }

  /**
   * Lays the part aside and puts the summary in its place.
   *
   * @return false when it has changed meanwhile, or the summary cannot stand for it
   */
  public boolean apply(Tx tx, Part part, String summary) {
    String text = summary.strip();
    byte[] there = tx.get(ConversationLog.TABLE, part.session().text());
    if (there == null || text.isEmpty() || text.length() > part.charsMax()) {
      return false;
    }
    ConversationRow known = ConversationRow.of(part.row());
    ConversationRow now = ConversationRow.of(there);
    boolean same =
        now.incarnation().equals(known.incarnation())
            && now.parts() == known.parts()
            && now.turns().size() >= part.count()
            && now.turns().subList(0, part.count()).equals(known.turns().subList(0, part.count()));
    if (same) {
      ConversationRow after =
          LaidAside.put(tx, part.session(), now, part.count())
              .summarized(text, part.count(), broker.time().millis());
      tx.put(ConversationLog.TABLE, part.session().text(), after.toBytes());
    }
    return same;
  }
}
