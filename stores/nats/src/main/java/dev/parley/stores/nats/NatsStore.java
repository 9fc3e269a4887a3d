package dev.parley.stores.nats;

import dev.parley.core.store.Commit;
import dev.parley.core.store.ForwardingStore;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Neighbours;
import dev.parley.core.store.SharedStore;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of many hubs. All of them write into one log; every hub applies it to a store of its
 * own ({@link ClusterView}), and all reads go there. A lost view is made again from the log.
 *
 * <p>Commits and taking over are the committer thread's; everything else is for any thread.
 */
public final class NatsStore extends ForwardingStore implements SharedStore {
  private static final Logger LOG = LoggerFactory.getLogger(NatsStore.class);
  private static final long OVERTAKER_MILLIS = 3_000;
  private static final long HOLD_BACK_LOOK_MILLIS = 2;
  private static final long START_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int PROGRESS_EVERY = 10_000;

  private final ClusterLog log;
  private final ClusterView view;
  private final String node = UUID.randomUUID().toString();
  private final Clocks clocks = new Clocks(System::currentTimeMillis, System::nanoTime);
  private final ServerClock serverClock;
  private final Members members;
  private final SnapshotKeeper snapshots;
  private final AppendFairness fairness;
  private final Arrivals arrivals = new Arrivals();

  // Of the committer thread alone.
  private final EntryWriter entry = new EntryWriter();
  private long applied;
  private long awaited;

  /** The last commit of the view failed: it may have happened all the same. */
  private boolean viewRefused;

  private NatsStore(ClusterLog log, ClusterView view, SnapshotPlan plan) {
    super(view.store());
    this.log = log;
    this.view = view;
    this.applied = view.applied();
    this.serverClock = new ServerClock(log, clocks);
    this.members = log.members(node, clocks);
    this.snapshots = new SnapshotKeeper(log, view, members, node, plan);
    this.fairness = log.fairness(node);
  }

  /**
   * Follows the log, from where the view in this directory has come to or from the latest snapshot,
   * and returns when it has caught up. Closing it closes the log.
   *
   * @param engine opens a store in a directory, one that need not survive a power loss
   */
  public static NatsStore open(
      ClusterLog log, Path directory, Function<Path, MessageStore> engine, SnapshotPlan plan) {
    ClusterView view = ClusterView.open(directory, engine, log);
    NatsStore store = new NatsStore(log, view, plan);
    try {
      store.serverClock.start();
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
    log.follow(applied, arrivals);
    catchUp(end);
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
    arrivals.onNews(wakeUp);
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public boolean isConnected() {
    return arrivals.isConnected();
  }

  @Override
  public long end() {
    return log.endNow();
  }

  @Override
  public long position() {
    return applied;
  }

  @Override
  public Neighbours neighbours() {
    return members;
  }

  @Override
  public boolean isOnTime() {
    return clocks.isOnTime();
  }

  @Override
  public long aheadMillis() {
    return clocks.aheadMillis();
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
    arrivals.requireWhole();
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
    try (Commit commit = beginView()) {
      new EntryReader(next.bytes()).applyTo(noting.apply(commit));
      commitView(commit, next.sequence());
    }
    fairness.onEntryOfAnother(arrivals.waiting());
    return true;
  }

  @Override
  public Commit begin() {
    arrivals.requireWhole();
    entry.clear();
    return new LoggedCommit(beginView(), entry, inner::find, this::publish);
  }

  /**
   * Opens a commit on the view.
   *
   * @throws StoreException when the view holds an entry after all that it had refused: memory does
   *     not know of that one, and to take it over again would make it happen twice
   */
  private Commit beginView() {
    Commit commit = inner.begin();
    if (viewRefused && view.applied() != applied) {
      commit.close();
      arrivals.onTwofold();
      arrivals.requireWhole();
    }
    viewRefused = false;
    return commit;
  }

  private void commitView(Commit commit, long sequence) {
    view.note(commit, sequence);
    try {
      commit.commit();
    } catch (StoreException e) {
      viewRefused = true;
      throw e;
    }
    applied = sequence;
  }

  /**
   * What has arrived comes first; the servers need not be asked. While another hub waits for its
   * turn, its entry is waited for.
   */
  private void requireNoNews() {
    try {
      long millis = 0;
      do {
        Arrivals.Entry news = arrivals.after(applied, millis);
        if (news != null) {
          throw new Overtaken(applied, news.sequence());
        }
        millis = HOLD_BACK_LOOK_MILLIS;
      } while (fairness.holdsBack());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(EntryWriter written, Commit commit) {
    long sequence;
    try {
      requireNoNews();
      sequence = log.append(written.array(), written.length(), applied);
      fairness.onAppended();
    } catch (Overtaken e) {
      awaited = Math.max(awaited, e.last());
      fairness.onOvertaken();
      throw e;
    }
    // It has happened now. Should the view refuse, it is taken over from the log like any other.
    try {
      commitView(commit, sequence);
    } catch (StoreException e) {
      throw new StoreException(
          Reason.UNCERTAIN, "the log has the entry, and this hub could not take it over yet", e);
    }
  }

  /** Without the table in which this hub notes how far its view has come. */
  @Override
  public List<String> tables() {
    return inner.tables().stream().filter(table -> !table.equals(ClusterView.TABLE)).toList();
  }

  @Override
  public void close() {
    snapshots.close();
    serverClock.close();
    members.close();
    log.close();
    inner.close();
  }
}
