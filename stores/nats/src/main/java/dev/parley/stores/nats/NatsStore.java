package dev.parley.stores.nats;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Neighbours;
import dev.parley.core.store.SharedStore;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.core.store.StoredMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of many hubs: a log that all of them share says what has happened, and every hub keeps
 * a view of what it comes to, from which it reads. The view may be lost at any time: it is made
 * again from the log.
 */
public final class NatsStore implements SharedStore {
  private static final Logger LOG = LoggerFactory.getLogger(NatsStore.class);
  private static final long OVERTAKER_MILLIS = 3_000;
  private static final long START_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int PROGRESS_EVERY = 10_000;

  private final ClusterLog log;
  private final View view;
  private final MessageStore shown;
  private final String node = UUID.randomUUID().toString();
  private final Members members;
  private final SnapshotKeeper snapshots;
  private final Turns turns;
  private final Arrivals arrivals = new Arrivals();
  private volatile Runnable wakeUp = () -> {};
  private volatile @Nullable StoreException broken;
  private volatile boolean connected;

  // The committer's own.
  private final EntryWriter entry = new EntryWriter();
  private long applied;
  private long awaited;

  private NatsStore(ClusterLog log, View view, SnapshotPlan plan) {
    this.log = log;
    this.view = view;
    this.shown = view.store();
    this.applied = view.applied();
    this.members = log.members(node);
    this.snapshots = new SnapshotKeeper(log, view, members, node, plan);
    this.turns = log.turns(node);
  }

  /**
   * Follows the log, from where the view in this directory has come to or from the latest snapshot,
   * and returns when it has caught up. Closing it closes the log.
   *
   * @param engine opens a store in a directory, one that need not survive a power loss
   */
  public static NatsStore open(
      ClusterLog log, Path directory, Function<Path, MessageStore> engine, SnapshotPlan plan) {
    View view = View.open(directory, engine, log);
    NatsStore store = new NatsStore(log, view, plan);
    try {
      store.follow();
      store.snapshots.start();
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private void follow() {
    long end = log.extent().last();
    log.follow(
        applied,
        new ClusterLog.Reader() {
          @Override
          public void entry(long sequence, byte[] bytes) {
            arrived(sequence, bytes);
          }

          @Override
          public void passed(long sequence) {
            arrived(sequence, null);
          }

          @Override
          public void gone(long first) {
            broken =
                new StoreException(
                    Reason.FAILED,
                    "the log has forgotten what this hub has not read yet; start it again");
            wakeUp.run();
          }

          @Override
          public void connected(boolean is) {
            connected = is;
            LOG.info(is ? "connected to the cluster" : "the cluster cannot be reached");
          }
        });
    catchUp(end);
  }

  private void arrived(long sequence, byte @Nullable [] bytes) {
    try {
      arrivals.put(sequence, bytes);
      wakeUp.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void catchUp(long end) {
    long deadline = System.nanoTime() + START_NANOS;
    for (long count = 1; applied < end; ) {
      if (takeNext(commit -> commit, OVERTAKER_MILLIS)) {
        deadline = System.nanoTime() + START_NANOS;
        if (count++ % PROGRESS_EVERY == 0) {
          LOG.info("read the log up to {} of {}", applied, end);
        }
      } else if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
        throw new StoreException(
            Reason.FAILED,
            "the log ends at " + end + ", and nothing came after " + applied + " for too long");
      } else {
        log.lookAgain();
      }
    }
  }

  @Override
  public void onNews(Runnable wakeUp) {
    this.wakeUp = wakeUp;
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  @Override
  public Neighbours neighbours() {
    return members;
  }

  @Override
  public boolean isRunning(String other) {
    return members.isRunning(other);
  }

  /** The other hubs that run, after listening for them that long. Blocks. */
  public Set<String> others(Duration listening) {
    try {
      Thread.sleep(listening);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return members.others();
  }

  @Override
  public boolean takeOver(UnaryOperator<Commit> noting) {
    boolean behind = applied < awaited;
    boolean taken = takeNext(noting, behind ? OVERTAKER_MILLIS : 0);
    if (behind && !taken) {
      log.lookAgain();
    }
    return taken;
  }

  private boolean takeNext(UnaryOperator<Commit> noting, long millis) {
    requireWhole();
    Arrivals.Entry next;
    try {
      next = arrivals.after(applied, millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (next == null) {
      return false;
    }
    if (next.bytes() == null) {
      applied = next.sequence();
      return true;
    }
    try (Commit commit = shown.begin()) {
      new EntryReader(next.bytes()).applyTo(noting.apply(commit));
      view.note(commit, next.sequence());
      commit.commit();
    }
    applied = next.sequence();
    turns.onTakenOver();
    return true;
  }

  private void requireWhole() {
    StoreException why = broken;
    if (why != null) {
      throw why;
    }
  }

  @Override
  public Commit begin() {
    requireWhole();
    entry.clear();
    return new LoggedCommit(shown.begin(), entry, shown::find, this::publish);
  }

  /** What has arrived comes first; the servers need not be asked. */
  private void requireNoNews() {
    try {
      Arrivals.Entry news = arrivals.after(applied, turns.holdBackMillis());
      if (news != null) {
        throw new Overtaken(applied, news.sequence());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(EntryWriter written, Commit commit) {
    long sequence;
    try {
      requireNoNews();
      sequence = log.append(written.array(), written.length(), applied);
      turns.onWritten();
    } catch (Overtaken e) {
      awaited = Math.max(awaited, e.last());
      turns.onOvertaken();
      throw e;
    }
    // It has happened now. Should the view refuse, it is taken over from the log like any other.
    view.note(commit, sequence);
    commit.commit();
    applied = sequence;
  }

  // ---- reading, from the view

  @Override
  public long nextNumber() {
    return shown.nextNumber();
  }

  @Override
  public Optional<StoredMessage> find(MessageId id) {
    return shown.find(id);
  }

  @Override
  public List<CopyRef> copiesOf(MessageId id) {
    return shown.copiesOf(id);
  }

  @Override
  public List<Copy> readForward(BoxId box, long fromPosition, int limit) {
    return shown.readForward(box, fromPosition, limit);
  }

  @Override
  public List<Copy> readBackward(BoxId box, long belowPosition, int limit) {
    return shown.readBackward(box, belowPosition, limit);
  }

  @Override
  public List<FiledMessage> messagesFrom(long number, int limit) {
    return shown.messagesFrom(number, limit);
  }

  @Override
  public List<StoredMessage> messagesBelow(long number, int limit) {
    return shown.messagesBelow(number, limit);
  }

  @Override
  public List<Copy> read(BoxId box, List<Long> positions) {
    return shown.read(box, positions);
  }

  @Override
  public List<Copy> pending(BoxId box, int limit) {
    return shown.pending(box, limit);
  }

  @Override
  public long positionAtOrAfter(BoxId box, long unixMillis) {
    return shown.positionAtOrAfter(box, unixMillis);
  }

  @Override
  public BoxStats stats(BoxId box) {
    return shown.stats(box);
  }

  @Override
  public void forEachBox(BiConsumer<BoxId, BoxStats> each) {
    shown.forEachBox(each);
  }

  /** Without what this hub alone has noted. */
  @Override
  public List<String> tables() {
    return shown.tables().stream().filter(table -> !table.equals(View.TABLE)).toList();
  }

  @Override
  public void forEachRecord(String table, BiConsumer<String, byte[]> each) {
    shown.forEachRecord(table, each);
  }

  @Override
  public Optional<byte[]> record(String table, String key) {
    return shown.record(table, key);
  }

  @Override
  public void backup(Path target) {
    shown.backup(target);
  }

  @Override
  public long sizeOnDisk() {
    return shown.sizeOnDisk();
  }

  @Override
  public long sweep(int bodiesMax) {
    return shown.sweep(bodiesMax);
  }

  @Override
  public void close() {
    snapshots.close();
    members.close();
    log.close();
    shown.close();
  }
}
