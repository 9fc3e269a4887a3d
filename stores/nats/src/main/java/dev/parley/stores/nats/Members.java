package dev.parley.stores.nats;

import dev.parley.core.store.Neighbours;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
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
 * Which hubs run: each says so twice a second, and one that has said nothing for two seconds is
 * taken for gone. A hub that does not even hear itself knows nothing about the others and takes
 * them to be there. Beside it they may tell each other things, on a subject of its own.
 *
 * <p>Who is taken for gone and is not, loses the leases of inboxes others listen to as well: a copy
 * in flight may then be pushed a second time. Two seconds are longer than a hub stands still, and
 * short enough that an agent that moved has its messages again within five.
 */
final class Members implements Neighbours, AutoCloseable {
  private static final long EVERY_NANOS = Duration.ofMillis(500).toNanos();
  private static final long DEAF_NANOS = 3 * EVERY_NANOS;
  static final long GONE_NANOS = Duration.ofSeconds(2).toNanos();
  private static final int KNOWN_MAX = 10_000;
  private static final int UNSAID_MAX = 1_024;
  private static final char FAREWELL = '-';
  private static final Duration FAREWELL_MAX = Duration.ofMillis(500);
  private static final byte END_OF_NAME = '\n';
  private static final byte[] WAKE_UP = {};

  private final Connection connection;
  private final String alive;
  private final String words;
  private final String node;
  private final BlockingQueue<byte[]> unsaid = new ArrayBlockingQueue<>(UNSAID_MAX);
  private final Map<String, Long> heard = new ConcurrentHashMap<>();
  private volatile @Nullable Ear ear;
  private volatile long deafUntil = System.nanoTime();
  private volatile boolean closed;

  Members(Connection connection, String cluster, String node) {
    this.connection = connection;
    this.alive = cluster + ".alive";
    this.words = cluster + ".words";
    this.node = node;
    Dispatcher dispatcher = connection.createDispatcher();
    dispatcher.subscribe(alive, message -> onAlive(text(message.getData())));
    dispatcher.subscribe(words, this::onWords);
    Thread.ofPlatform().daemon().name("nats-alive").start(this::run);
  }

  private void run() {
    long next = System.nanoTime();
    try {
      while (!closed) {
        byte[] said = unsaid.poll(next - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (said != null && said.length > 0) {
          publish(words, said);
        }
        if (System.nanoTime() >= next) {
          publish(alive, node.getBytes(StandardCharsets.UTF_8));
          heard.keySet().stream().filter(other -> !isRunning(other)).forEach(this::gone);
          next = System.nanoTime() + EVERY_NANOS;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(String subject, byte[] bytes) {
    try {
      connection.publish(subject, bytes);
    } catch (IllegalStateException | IllegalArgumentException e) {
      // Not connected: the others will notice, and this one hears nothing either. Or the server
      // takes smaller messages only; what is said here may be lost.
    }
  }

  private void onAlive(String word) {
    if (!word.isEmpty() && word.charAt(0) == FAREWELL) {
      gone(word.substring(1));
      return;
    }
    long now = System.nanoTime();
    Long before = heard.get(word);
    if (word.equals(node) && (before == null || now - before > DEAF_NANOS)) {
      deafUntil = now;
    }
    if (before != null || heard.size() < KNOWN_MAX) {
      heard.put(word, now);
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
    // Of one that has said farewell, or has not said yet that it is there, nothing is kept.
    if (told != null && end < bytes.length && !from.equals(node) && heard.containsKey(from)) {
      told.heard(from, Arrays.copyOfRange(bytes, end + 1, bytes.length));
    }
  }

  private void gone(String other) {
    Ear told = ear;
    if (heard.remove(other) != null && told != null) {
      told.gone(other);
    }
  }

  boolean isRunning(String other) {
    long now = System.nanoTime();
    Long own = heard.get(node);
    boolean deaf = own == null || now - own > DEAF_NANOS || now - deafUntil < GONE_NANOS;
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
  public void say(byte[] said) {
    if (said.length > WORDS_BYTES_MAX) {
      throw new IllegalArgumentException(said.length + " bytes are too much to say at once");
    }
    byte[] name = (node + (char) END_OF_NAME).getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(name, name.length + said.length);
    System.arraycopy(said, 0, all, name.length, said.length);
    boolean _ = unsaid.offer(all);
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
    boolean _ = unsaid.offer(WAKE_UP);
    publish(alive, (FAREWELL + node).getBytes(StandardCharsets.UTF_8));
    try {
      connection.flush(FAREWELL_MAX);
    } catch (TimeoutException | IllegalStateException e) {
      // Nobody listens: the others will notice.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
