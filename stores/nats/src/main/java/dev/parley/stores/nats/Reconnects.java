package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.Message;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears what the client library has to say, logs it, and counts how often the connection broke. */
final class Reconnects implements ConnectionListener, ErrorListener {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterLog.class);

  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean closing;

  /** What is not sent from now on is nobody's loss. */
  void closing() {
    closing = true;
  }

  private volatile boolean refused;
  private volatile @Nullable Exception lastFailure;

  /** Has a server said that it does not let us in? */
  boolean isRefused() {
    return refused;
  }

  /** Why the connection did not come about, or broke; null if nothing was said. */
  @Nullable Exception lastFailure() {
    return lastFailure;
  }

  /** Differs from an earlier answer if the connection broke in between. */
  int count() {
    return count.get();
  }

  @Override
  @SuppressWarnings("deprecation") // the only method of the interface without a body
  public void connectionEvent(Connection connection, Events event) {
    switch (event) {
      case RECONNECTED -> {
        count.incrementAndGet();
        LOG.info("NATS: {}", event);
      }
      case DISCONNECTED -> {
        // Said again on every try to reach a server that is away.
        count.incrementAndGet();
        LOG.debug("NATS: {}", event);
      }
      default -> LOG.debug("NATS: {}", event);
    }
  }

  @Override
  public void errorOccurred(Connection connection, String error) {
    refused |= error.toLowerCase(Locale.ROOT).startsWith("authorization violation");
    LOG.warn("NATS: {}", error);
  }

  @Override
  public void exceptionOccurred(Connection connection, Exception e) {
    lastFailure = e;
    // A server that is away says so on every try to reach it.
    LOG.debug("NATS: {}", e.toString());
  }

  @Override
  public void slowConsumerDetected(Connection connection, Consumer consumer) {
    LOG.warn("NATS: the log came faster than it was read; it is read again from there");
  }

  @Override
  public void messageDiscarded(Connection connection, Message message) {
    if (!closing) {
      LOG.warn("NATS: a message was not sent because too many were waiting");
    }
  }
}
