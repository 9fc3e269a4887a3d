package dev.parley.core.journal;

import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import dev.parley.core.store.FiledMessage;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** How entries are handed on, and where it is kept how far that has come. Follower's thread. */
sealed interface Progress {

  /** Where to begin. Blocks. */
  long open();

  /** Hands on what comes after the cursor and returns the new one. Blocks. */
  long take(long cursor, List<FiledMessage> entries);

  /** The follower keeps it itself. */
  record Kept(long after, Consumer<List<FiledMessage>> each) implements Progress {
    @Override
    public long open() {
      return after;
    }

    @Override
    public long take(long cursor, List<FiledMessage> entries) {
      each.accept(entries);
      return entries.getLast().number();
    }
  }

  /** It is noted after the entries have been dealt with. */
  record Noted(Cursors cursor, Transactions transactions, Consumer<List<FiledMessage>> each)
      implements Progress {
    @Override
    public long open() {
      return transactions.run(cursor::open).join();
    }

    @Override
    public long take(long before, List<FiledMessage> entries) {
      each.accept(entries);
      long after = entries.getLast().number();
      return transactions
          .run(
              tx -> {
                cursor.move(tx, after);
                return after;
              })
          .join();
    }
  }

  /** It is noted together with what dealing with the entries has changed. */
  record Transacted(
      Cursors cursor, Transactions transactions, BiConsumer<Tx, List<FiledMessage>> each)
      implements Progress {
    @Override
    public long open() {
      return transactions.run(cursor::open).join();
    }

    @Override
    public long take(long before, List<FiledMessage> entries) {
      long after = entries.getLast().number();
      return transactions
          .run(
              tx -> {
                long now = cursor.open(tx);
                if (now != before) {
                  return now; // another hub has dealt with them
                }
                each.accept(tx, entries);
                cursor.move(tx, after);
                return after;
              })
          .join();
    }
  }
}
