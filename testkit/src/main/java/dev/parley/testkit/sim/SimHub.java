package dev.parley.testkit.sim;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.participants.RegistryLimits;
import dev.parley.core.sending.SendingLimits;
import dev.parley.core.store.FiledMessage;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One simulated hub: its store, its clock, its broker, and what a reader of it has seen so far. */
final class SimHub {
  private static final BrokerConfig CONFIG =
      new BrokerConfig(
          Duration.ofMinutes(10),
          Duration.ZERO,
          Duration.ZERO,
          0,
          Duration.ZERO,
          Duration.ofDays(10_000), // retention waits for commits on a thread, which there is none
          RegistryLimits.DEFAULT,
          SendingLimits.DEFAULT);

  private final SimLog log;
  private final Set<String> running;
  private final ManualTime time;
  private SimStore store;
  private Broker broker;
  private boolean stepping;

  // What a reader of this machine's journal has seen: it may grow at the end, and only there.
  private final List<Long> seen = new ArrayList<>();

  SimHub(SimLog log, Set<String> running, String node, long clock) {
    this.log = log;
    this.running = running;
    this.time = new ManualTime(clock);
    running.add(node);
    this.store = new SimStore(log, node, running::contains);
    this.broker = Broker.stepped(store, time, CONFIG).start();
  }

  Broker broker() {
    return broker;
  }

  SimStore store() {
    return store;
  }

  ManualTime time() {
    return time;
  }

  /** Does what there is to do, unless it is just doing so: another hub's commit came in between. */
  void step() {
    if (!stepping) {
      stepping = true;
      try {
        broker.step();
      } finally {
        stepping = false;
      }
    }
  }

  boolean isStepping() {
    return stepping;
  }

  /**
   * The process dies with everything it had in memory and is started again.
   *
   * @param viewLost whether what it had of the log is gone too
   */
  void crash(String newNode, boolean viewLost) {
    running.remove(store.node());
    // Nobody is told anything: the old broker is simply never run again.
    running.add(newNode);
    store = viewLost ? new SimStore(log, newNode, running::contains) : store.reopened(newNode);
    while (store.takeOver(commit -> commit)) {
      // A hub serves when it has caught up with the log.
    }
    broker = Broker.stepped(store, time, CONFIG).start();
  }

  /** Reads on, and says what is wrong with what has been read: null when nothing is. */
  @org.jspecify.annotations.Nullable
  String readOn() {
    List<Long> now =
        store.messagesFrom(0, Integer.MAX_VALUE).stream().map(FiledMessage::number).toList();
    if (now.size() < seen.size() || !now.subList(0, seen.size()).equals(seen)) {
      return "a reader of " + store.node() + " had seen " + seen + ", and now " + now;
    }
    seen.clear();
    seen.addAll(now);
    return null;
  }
}
