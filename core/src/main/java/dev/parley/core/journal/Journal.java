package dev.parley.core.journal;

import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.MessageStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** All messages in the order of commits. Any thread; reading blocks. */
public final class Journal implements AutoCloseable {
  private final MessageStore store;
  private final Transactions transactions;
  private final List<Follower> followers = new CopyOnWriteArrayList<>();

  public Journal(MessageStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  /** How numbers are shown to strangers. */
  public HiddenNumbers hiddenNumbers() {
    return store.hiddenNumbers();
  }

  /** The number of the newest entry, or 0: everything up to it can be read. */
  public long end() {
    return store.nextNumber() - 1;
  }

  /**
   * The entries after a number, oldest first: fewer than asked for when they are large. Numbers are
   * missing where messages have been swept.
   */
  public List<FiledMessage> read(long after, int limit) {
    return store.messagesFrom(after + 1, limit);
  }

  /**
   * Hands on entries, at least once, to a follower that keeps by itself how far it has come.
   *
   * @param after where it has come to
   * @param each takes entries; what it throws has them handed on again later
   */
  public Follower follow(
      String name, long after, Follower.Options options, Consumer<List<FiledMessage>> each) {
    return start(new Follower(this, name, options, new Progress.Kept(after, each)));
  }

  /**
   * Hands on entries, at least once, and remembers how far it has come: the cursor is moved, on
   * disk, after {@code each} has returned. Only one hub of several may follow under one name.
   *
   * @param from where to begin if nobody has followed under this name yet
   */
  public Follower follow(
      String name, Cursors.From from, Follower.Options options, Consumer<List<FiledMessage>> each) {
    return start(
        new Follower(
            this, name, options, new Progress.Noted(cursor(name, from), transactions, each)));
  }

  /**
   * Hands on entries in a transaction that also moves the cursor: what {@code each} does there
   * happens exactly once, also when several hubs follow under the same name.
   *
   * @param each runs on the committer thread, so short, and perhaps more than once, see {@link
   *     Transactions#run}
   */
  public Follower followInTransactions(
      String name,
      Cursors.From from,
      Follower.Options options,
      BiConsumer<Tx, List<FiledMessage>> each) {
    return start(
        new Follower(
            this, name, options, new Progress.Transacted(cursor(name, from), transactions, each)));
  }

  private Cursors cursor(String name, Cursors.From from) {
    return new Cursors(name, from, this);
  }

  private Follower start(Follower follower) {
    followers.add(follower);
    follower.start();
    return follower;
  }

  void ended(Follower follower) {
    followers.remove(follower);
  }

  /** Everybody who follows, for statistics. */
  public List<Follower> followers() {
    return List.copyOf(followers);
  }

  /** Something was committed. On the committer thread, once a commit. */
  public void onCommitted() {
    for (Follower follower : followers) {
      follower.wake();
    }
  }

  /** Ends all followers. Before the store is closed. */
  @Override
  public void close() {
    followers.forEach(Follower::close);
  }
}
