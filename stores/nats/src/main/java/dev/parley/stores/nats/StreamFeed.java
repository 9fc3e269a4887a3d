package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the stream from a sequence on, as long as none is missing: a consumer that the
 * server forgets when nobody listens. Whatever is odd ends it ({@link Broken}); its owner opens
 * another one where this one stopped. Not thread-safe.
 */
final class StreamFeed implements AutoCloseable {
  private static final Duration HEARTBEAT = Duration.ofSeconds(1);
  private static final Duration SILENCE_MAX = HEARTBEAT.multipliedBy(3);
  private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(30);

  /** More than the server has under way with flow control; beyond it messages drop, and we see. */
  private static final int WAITING_MESSAGES_MAX = 1 << 19;

  private static final long WAITING_BYTES_MAX = 64L << 20;

  private final Connection connection;
  private final Subscription subscription;
  private long sequence;
  private long delivered;
  private long heardAt = System.nanoTime();

  /** There may be more, but not through this feed. */
  static final class Broken extends Exception {
    private static final long serialVersionUID = 1L;

    Broken(String message) {
      super(message);
    }
  }

  private StreamFeed(Connection connection, Subscription subscription, long after) {
    this.connection = connection;
    this.subscription = subscription;
    this.sequence = after;
  }

  static StreamFeed open(
      Connection connection, JetStreamManagement management, String stream, long after)
      throws IOException, JetStreamApiException {
    String inbox = connection.createInbox();
    Subscription subscription = connection.subscribe(inbox);
    subscription.setPendingLimits(WAITING_MESSAGES_MAX, WAITING_BYTES_MAX);
    try {
      management.createConsumer(
          stream,
          ConsumerConfiguration.builder()
              .deliverSubject(inbox)
              .deliverPolicy(DeliverPolicy.ByStartSequence)
              .startSequence(after + 1)
              .ackPolicy(AckPolicy.None)
              .flowControl(HEARTBEAT)
              .inactiveThreshold(FORGOTTEN_AFTER)
              .memStorage(true)
              .numReplicas(1)
              .build());
      return new StreamFeed(connection, subscription, after);
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      unsubscribe(subscription);
      throw e;
    }
  }

  /** The next message, directly after the one before; null if there is none for that long. */
  @Nullable Message next(Duration wait) throws InterruptedException, Broken {
    try {
      return checked(subscription.nextMessage(wait));
    } catch (RuntimeException e) {
      // The connection is closed, or the library and the server do not understand each other.
      throw new Broken(e.toString());
    }
  }

  private @Nullable Message checked(@Nullable Message message) throws Broken {
    if (message == null) {
      if (System.nanoTime() - heardAt > SILENCE_MAX.toNanos()) {
        throw new Broken("not even a heartbeat for " + SILENCE_MAX.toSeconds() + " s");
      }
      return null;
    }
    heardAt = System.nanoTime();
    if (message.isStatusMessage()) {
      onStatus(message);
      return null;
    }
    if (!message.isJetStream()) {
      throw new Broken("a message that is not from the stream");
    }
    long itsSequence = message.metaData().streamSequence();
    if (message.metaData().consumerSequence() != delivered + 1 || itsSequence != sequence + 1) {
      throw new Broken(itsSequence + " came after " + sequence);
    }
    delivered++;
    sequence++;
    return message;
  }

  private void onStatus(Message message) throws Broken {
    if (message.getStatus().getCode() != 100) {
      throw new Broken(String.valueOf(message.getStatus().getMessage()));
    }
    String flowControl = message.getReplyTo();
    Headers headers = message.getHeaders();
    if (headers != null) {
      String stalled = headers.getFirst("Nats-Consumer-Stalled");
      flowControl = stalled == null ? flowControl : stalled;
      // Whether something was lost on the way, or purged before it got here.
      String last = headers.getFirst("Nats-Last-Stream");
      if (last != null && Long.parseLong(last) > sequence) {
        throw new Broken("nothing came between " + sequence + " and " + last);
      }
    }
    if (flowControl != null && !flowControl.isEmpty()) {
      connection.publish(flowControl, null);
    }
  }

  @Override
  public void close() {
    unsubscribe(subscription);
  }

  private static void unsubscribe(Subscription subscription) {
    try {
      subscription.unsubscribe();
    } catch (IllegalStateException e) {
      // The connection is closed, and the subscription with it.
    }
  }
}
