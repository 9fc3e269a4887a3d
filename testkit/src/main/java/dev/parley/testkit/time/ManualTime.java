package dev.parley.testkit.time;

import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until it is moved. Alarms go off within {@link #advance}, on the thread
 * that calls it, in the order of their times; those set for the same time in the order they were
 * set. Any thread may set and cancel them.
 */
public final class ManualTime implements Timekeeper {

  private record Scheduled(long at, long order, Runnable action) {}

  private final PriorityQueue<Scheduled> alarms =
      new PriorityQueue<>(
          Comparator.comparingLong(Scheduled::at).thenComparingLong(Scheduled::order));
  private long now;
  private long order;

  public ManualTime(long unixMillis) {
    now = unixMillis;
  }

  @Override
  public synchronized long millis() {
    return now;
  }

  @Override
  public synchronized Alarm after(Duration delay, Runnable action) {
    Scheduled scheduled = new Scheduled(now + Math.max(0, delay.toMillis()), order++, action);
    alarms.add(scheduled);
    return () -> cancel(scheduled);
  }

  private synchronized void cancel(Scheduled scheduled) {
    alarms.remove(scheduled);
  }

  /**
   * Moves the clock on. An alarm sees the time it was set for, and what it sets in turn goes off
   * too if its time comes.
   */
  public void advance(Duration by) {
    long until = millis() + by.toMillis();
    for (Scheduled due = takeDue(until); due != null; due = takeDue(until)) {
      due.action.run();
    }
    moveTo(until);
  }

  private synchronized @Nullable Scheduled takeDue(long until) {
    Scheduled first = alarms.peek();
    if (first == null || first.at > until) {
      return null;
    }
    moveTo(first.at);
    return alarms.poll();
  }

  private synchronized void moveTo(long unixMillis) {
    now = Math.max(now, unixMillis);
  }

  /** How many alarms are set and have not gone off. */
  public synchronized int alarms() {
    return alarms.size();
  }
}
