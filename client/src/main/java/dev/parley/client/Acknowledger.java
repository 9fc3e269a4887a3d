package dev.parley.client;

import dev.parley.client.message.Inbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tells the hub what was handled, one frame at a time: what is handled while a frame waits for its
 * answer goes into the next. So a lone message is acknowledged at once, and a flood in few frames.
 */
final class Acknowledger {
  private static final int IDS_MAX = 1000;

  private final Link link;
  private final Inbox inbox;
  private final Duration within;
  private final List<Long> waiting = new ArrayList<>();
  private boolean outstanding;

  Acknowledger(Link link, Inbox inbox, Duration within) {
    this.link = link;
    this.inbox = inbox;
    this.within = within;
  }

  void acknowledge(long cursor) {
    synchronized (this) {
      waiting.add(cursor);
    }
    send();
  }

  private void send() {
    List<Long> batch;
    synchronized (this) {
      if (outstanding || waiting.isEmpty()) {
        return;
      }
      outstanding = true;
      List<Long> first = waiting.subList(0, Math.min(IDS_MAX, waiting.size()));
      batch = List.copyOf(first);
      first.clear();
    }
    // Outside the lock: the link has its own, and holds it while it calls us.
    Request ack =
        Request.once("msg.ack")
            .with("agentId", inbox.agentId())
            .with("sessionId", inbox.sessionId())
            .with("cursors", batch);
    var _ = link.signal(ack, within).whenComplete((_, _) -> onAnswered());
  }

  /** Well or not: what the hub did not take in, it pushes again, and then it is told again. */
  private void onAnswered() {
    synchronized (this) {
      outstanding = false;
      notifyAll();
    }
    send();
  }

  synchronized void onDisconnected() {
    waiting.clear();
    notifyAll();
  }

  /** Waits until nothing is left to tell. */
  synchronized void drain(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (outstanding || !waiting.isEmpty()) {
      long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (millis <= 0) {
        return;
      }
      wait(millis);
    }
  }
}
