package dev.parley.testkit.sim;

import dev.parley.core.store.Commit;
import dev.parley.core.store.ForwardingStore;
import dev.parley.core.store.Neighbours;
import dev.parley.core.store.SharedStore;
import dev.parley.core.store.StoreException;
import dev.parley.testkit.store.MemoryStore;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What one simulated hub has of the log: a view in memory, which a crash may take away. */
final class SimStore extends ForwardingStore implements SharedStore {

  /** The way to the log. */
  enum Link {
    UP,
    /** Nothing gets through. */
    CUT,
    /** The next commit gets through, but not the answer. */
    LOSES_THE_NEXT_ANSWER
  }

  private final SimLog log;
  private final String node;
  private final Predicate<String> running;
  private int applied;
  private Link link = Link.UP;
  private boolean onTime = true;

  /**
   * @param running is the hub with this name up?
   */
  SimStore(SimLog log, String node, Predicate<String> running) {
    this(log, node, running, new MemoryStore(), 0);
  }

  private SimStore(
      SimLog log, String node, Predicate<String> running, MemoryStore view, int applied) {
    super(view);
    this.log = log;
    this.node = node;
    this.running = running;
    this.applied = applied;
  }

  /** The store of the same machine after a crash that has left the view whole. */
  SimStore reopened(String newNode) {
    if (!(inner instanceof MemoryStore view)) {
      throw new IllegalStateException("the view is " + inner);
    }
    return new SimStore(log, newNode, running, view, applied);
  }

  void link(Link now) {
    link = now;
  }

  Link link() {
    return link;
  }

  int applied() {
    return applied;
  }

  @Override
  public Commit begin() {
    return new SimCommit(inner.begin(), this::publish);
  }

  private void publish(List<Consumer<Commit>> changes, Commit view) {
    log.onBeforeAppend();
    switch (link) {
      case CUT -> throw new StoreException(StoreException.Reason.FAILED, node + " is cut off");
      case UP, LOSES_THE_NEXT_ANSWER -> {
        if (applied != log.size()) {
          throw new StoreException(StoreException.Reason.OVERTAKEN, node + " was overtaken");
        }
        log.append(changes);
        if (link == Link.LOSES_THE_NEXT_ANSWER) {
          link = Link.UP;
          throw new StoreException(StoreException.Reason.UNCERTAIN, node + " got no answer");
        }
        view.commit();
        applied++;
      }
    }
  }

  @Override
  public boolean takeOver(UnaryOperator<Commit> noting) {
    if (link == Link.CUT || applied == log.size()) {
      return false;
    }
    try (Commit commit = inner.begin()) {
      log.apply(applied, noting.apply(commit));
      commit.commit();
    }
    applied++;
    return true;
  }

  @Override
  public void onNews(Runnable wakeUp) {} // the simulation steps every hub anyway

  @Override
  public String node() {
    return node;
  }

  @Override
  public boolean isConnected() {
    return link != Link.CUT;
  }

  @Override
  public long end() {
    if (link == Link.CUT) {
      throw new StoreException(StoreException.Reason.FAILED, node + " is cut off");
    }
    return log.size();
  }

  @Override
  public long position() {
    return applied;
  }

  /** Whether most other hubs have the time that this one has. */
  void onTime(boolean now) {
    onTime = now;
  }

  @Override
  public boolean isOnTime() {
    return onTime;
  }

  @Override
  public long aheadMillis() {
    return 0;
  }

  @Override
  public boolean isRunning(String other) {
    return running.test(other);
  }

  @Override
  public Neighbours neighbours() {
    return new Neighbours() {
      @Override
      public void say(byte[] words) {} // presence is not simulated

      @Override
      public void listen(Ear ear) {}
    };
  }

  @Override
  public void close() {}
}
