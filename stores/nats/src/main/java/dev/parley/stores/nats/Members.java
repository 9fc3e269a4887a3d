package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Which hubs run: each says so every second, and one that has said nothing for some time is taken
 * for gone. A hub that does not even hear itself knows nothing about the others and takes them to
 * be there.
 */
final class Members implements AutoCloseable {
  private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();
  static final long GONE_NANOS = Duration.ofSeconds(4).toNanos();
  private static final int KNOWN_MAX = 10_000;
  private static final char FAREWELL = '-';
  private static final Duration FAREWELL_MAX = Duration.ofMillis(500);

  private final Connection connection;
  private final String subject;
  private final String node;
  private final Dispatcher dispatcher;
  private final Thread thread;
  private final Map<String, Long> heard = new ConcurrentHashMap<>();
  private volatile long deafUntil = System.nanoTime();
  private volatile boolean closed;

  Members(Connection connection, String cluster, String node) {
    this.connection = connection;
    this.subject = cluster + ".alive";
    this.node = node;
    this.dispatcher =
        connection.createDispatcher(
            message -> onHeard(new String(message.getData(), StandardCharsets.UTF_8)));
    dispatcher.subscribe(subject);
    this.thread = Thread.ofPlatform().daemon().name("nats-alive").start(this::run);
  }

  private void run() {
    while (!closed) {
      say(node);
      LockSupport.parkNanos(EVERY_NANOS);
    }
  }

  private void say(String word) {
    try {
      connection.publish(subject, word.getBytes(StandardCharsets.UTF_8));
    } catch (IllegalStateException e) {
      // Not connected: the others will notice, and this one hears nothing either.
    }
  }

  private void onHeard(String word) {
    long now = System.nanoTime();
    if (!word.isEmpty() && word.charAt(0) == FAREWELL) {
      heard.remove(word.substring(1));
      return;
    }
    Long before = heard.get(word);
    if (word.equals(node) && (before == null || now - before > 3 * EVERY_NANOS)) {
      deafUntil = now;
    }
    if (before != null || heard.size() < KNOWN_MAX) {
      heard.put(word, now);
    }
  }

  boolean isRunning(String other) {
    long now = System.nanoTime();
    Long own = heard.get(node);
    boolean deaf = own == null || now - own > 3 * EVERY_NANOS || now - deafUntil < GONE_NANOS;
    Long last = heard.get(other);
    return deaf || (last != null && now - last < GONE_NANOS);
  }

  /** The others that run, as far as this one has heard. */
  Set<String> others() {
    long now = System.nanoTime();
    Set<String> others = new TreeSet<>();
    heard.forEach(
        (other, last) -> {
          if (!other.equals(node) && now - last < GONE_NANOS) {
            others.add(other);
          }
        });
    return others;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    say(FAREWELL + node);
    try {
      connection.flush(FAREWELL_MAX);
    } catch (TimeoutException | IllegalStateException e) {
      // Nobody listens: the others will notice.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
