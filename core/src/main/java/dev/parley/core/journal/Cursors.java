package dev.parley.core.journal;

import dev.parley.core.ledger.Tx;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Where the follower of one name has come to, as a record. */
public final class Cursors {
  public static final String TABLE = "journal-cursors";

  /** Where a name that is new begins. */
  public enum From {
    BEGINNING,
    NOW
  }

  private final String name;
  private final From from;
  private final Journal journal;

  Cursors(String name, From from, Journal journal) {
    this.name = name;
    this.from = from;
    this.journal = journal;
  }

  /** Reads the cursor, and notes where it begins the first time. */
  long open(Tx tx) {
    byte[] value = tx.get(TABLE, name);
    if (value != null) {
      return read(value);
    }
    long begin = from == From.BEGINNING ? 0 : journal.end();
    move(tx, begin);
    return begin;
  }

  void move(Tx tx, long to) {
    tx.put(TABLE, name, ByteBuffer.allocate(8).putLong(to).array());
  }

  private static long read(byte @Nullable [] value) {
    return value == null ? 0 : ByteBuffer.wrap(value).getLong();
  }
}
