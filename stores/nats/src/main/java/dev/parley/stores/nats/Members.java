package dev.parley.stores.nats;

import dev.parley.core.store.Neighbours;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Which hubs run. Every hub publishes its name twice a second; a hub whose name was not heard for
 * two seconds counts as gone. A hub that does not receive its own name either is cut off: it cannot
 * tell anything about the others, and takes them to be running. On a second subject, hubs send each
 * other short messages that may be lost.
 *
 * <p>With its name a hub says what time it has, in a header, where hubs of earlier versions do not
 * look.
 *
 * <p>When a hub is wrongly taken for gone, the other hubs end its leases on inboxes that their own
 * agents listen to. Copies that it had pushed and that were not acknowledged yet are then pushed a
 * second time. Two seconds are longer than a hub usually stalls, and short enough that an agent
 * that has moved to another hub gets its messages within five seconds.
 */
final class Members implements Neighbours, AutoCloseable {
  private static final long EVERY_NANOS = Duration.ofMillis(500).toNanos();
  private static final long CUT_OFF_NANOS = 3 * EVERY_NANOS;
  static final long GONE_NANOS = Duration.ofSeconds(2).toNanos();
  private static final int KNOWN_MAX = 10_000;
  private static final int UNSENT_MAX = 1_024;
  private static final char LEAVING = '-';
  private static final Duration LEAVING_MAX = Duration.ofMillis(500);
  private static final byte END_OF_NAME = '\n';
  private static final byte[] WAKE_UP = {};
  static final String CLOCK = "Parley-Clock";

  private final Connection connection;
  private final String aliveSubject;
  private final String wordsSubject;
  private final String node;
  private final Clocks clocks;
  private final BlockingQueue<byte[]> unsent = new ArrayBlockingQueue<>(UNSENT_MAX);
  private final Map<String, Long> heard = new ConcurrentHashMap<>();
  private volatile @Nullable Ear ear;
  private volatile long cutOffUntil = System.nanoTime();
  private volatile boolean closed;

  Members(Connection connection, String cluster, String node, Clocks clocks) {
    this.connection = connection;
    this.aliveSubject = cluster + ".alive";
    this.wordsSubject = cluster + ".words";
    this.node = node;
    this.clocks = clocks;
    Dispatcher dispatcher = connection.createDispatcher();
    dispatcher.subscribe(aliveSubject, this::onAlive);
    dispatcher.subscribe(wordsSubject, this::onWords);
    Thread.ofPlatform().daemon().name("nats-alive").start(this::run);
  }

  private void run() {
    long next = System.nanoTime();
    try {
      while (!closed) {
        byte[] words = unsent.poll(next - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (words != null && words.length > 0) {
          publish(wordsSubject, words);
        }
        if (System.nanoTime() >= next) {
          sayAlive();
          boolean _ = clocks.isOnTime(); // says so when that changes
          heard.keySet().stream().filter(other -> !isRunning(other)).forEach(this::gone);
          next = System.nanoTime() + EVERY_NANOS;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sayAlive() {
    Headers headers = new Headers().put(CLOCK, Long.toString(clocks.millis()));
    publish(
        NatsMessage.builder()
            .subject(aliveSubject)
            .headers(headers)
            .data(node.getBytes(StandardCharsets.UTF_8))
            .build());
  }

  private void publish(String subject, byte[] bytes) {
    publish(NatsMessage.builder().subject(subject).data(bytes).build());
  }

  private void publish(Message message) {
    try {
      connection.publish(message);
    } catch (IllegalStateException | IllegalArgumentException e) {
      // Not connected: the other hubs notice by the silence. Or the server takes smaller messages
      // only; these may be lost.
    }
  }

  private void onAlive(Message message) {
    String word = text(message.getData());
    if (!word.isEmpty() && word.charAt(0) == LEAVING) {
      gone(word.substring(1));
      return;
    }
    long now = System.nanoTime();
    Long before = heard.get(word);
    if (word.equals(node) && (before == null || now - before > CUT_OFF_NANOS)) {
      cutOffUntil = now;
    }
    if (before != null || heard.size() < KNOWN_MAX) {
      heard.put(word, now);
      Headers headers = message.getHeaders();
      String clock = headers == null ? null : headers.getFirst(CLOCK);
      if (clock != null && !word.equals(node)) {
        onClock(word, clock);
      }
    }
  }

  private void onClock(String other, String itsMillis) {
    try {
      clocks.heard(other, Long.parseLong(itsMillis));
    } catch (NumberFormatException e) {
      // A hub of a later version, which says more than this one understands.
    }
  }

  private void onWords(Message message) {
    byte[] bytes = message.getData();
    Ear told = ear;
    int end = 0;
    while (end < bytes.length && bytes[end] != END_OF_NAME) {
      end++;
    }
    String from = text(Arrays.copyOf(bytes, end));
    // Nothing is taken from a hub that has left, or whose name was not heard yet.
    if (told != null && end < bytes.length && !from.equals(node) && heard.containsKey(from)) {
      told.heard(from, Arrays.copyOfRange(bytes, end + 1, bytes.length));
    }
  }

  private void gone(String other) {
    Ear told = ear;
    clocks.gone(other);
    if (heard.remove(other) != null && told != null) {
      told.gone(other);
    }
  }

  boolean isRunning(String other) {
    long now = System.nanoTime();
    Long own = heard.get(node);
    boolean cutOff = own == null || now - own > CUT_OFF_NANOS || now - cutOffUntil < GONE_NANOS;
    Long last = heard.get(other);
    return cutOff || (last != null && now - last < GONE_NANOS);
  }

  /** The other hubs whose names were heard within two seconds. */
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
  public void say(byte[] words) {
    if (words.length > WORDS_BYTES_MAX) {
      throw new IllegalArgumentException(words.length + " bytes are too much to say at once");
    }
    byte[] name = (node + (char) END_OF_NAME).getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(name, name.length + words.length);
    System.arraycopy(words, 0, all, name.length, words.length);
    boolean _ = unsent.offer(all);
  }

  @Override
  public void listen(Ear listener) {
    ear = listener;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    closed = true;
    boolean _ = unsent.offer(WAKE_UP);
    publish(aliveSubject, (LEAVING + node).getBytes(StandardCharsets.UTF_8));
    try {
      connection.flush(LEAVING_MAX);
    } catch (TimeoutException | IllegalStateException e) {
      // Not connected: the other hubs notice by the silence.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
