package dev.parley.agents.context;

import dev.parley.core.address.SessionKey;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import java.util.ArrayList;
import java.util.List;

/** Turns of {@code main} that are not shown to brains any more, in parts that are never changed. */
final class LaidAside {
  static final String TABLE = "session-archive";

  /** So many parts are read for one question, the newest. */
  private static final int PARTS_READ_MAX = 50;

  private LaidAside() {}

  private static String key(SessionKey session, int part) {
    return "%s/%08d".formatted(session.text(), part);
  }

  /** The oldest turns of a session go there; the row without them. */
  static ConversationRow put(Tx tx, SessionKey session, ConversationRow row, int count) {
    tx.put(
        TABLE, key(session, row.parts()), ConversationRow.toBytes(row.turns().subList(0, count)));
    return row.layingAside(count);
  }

  static void delete(Tx tx, SessionKey session, ConversationRow row) {
    for (int part = 0; part < row.parts(); part++) {
      tx.delete(TABLE, key(session, part));
    }
  }

  /** The oldest first. Blocks. */
  static List<ConversationRow.Turn> read(Records records, SessionKey session, ConversationRow row) {
    List<ConversationRow.Turn> turns = new ArrayList<>();
    for (int part = Math.max(0, row.parts() - PARTS_READ_MAX); part < row.parts(); part++) {
      records.get(TABLE, key(session, part)).map(ConversationRow::turns).ifPresent(turns::addAll);
    }
    return turns;
  }
}
