package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import java.io.IOException;
import java.time.Duration;

/**
 * Asks JetStream's API, again and again while its servers are between leaders, within a patience.
 * Only for questions and for changes that may be made twice.
 */
final class Api {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Connection connection;
  private final JetStreamManagement management;
  private final Duration patience;

  interface Call<T> {
    T ask(JetStreamManagement management) throws IOException, JetStreamApiException;
  }

  Api(Connection connection, Duration patience) throws IOException {
    this.connection = connection;
    this.patience = patience;
    Duration answer = patience.compareTo(ANSWER_MAX) < 0 ? patience : ANSWER_MAX;
    this.management =
        connection.jetStreamManagement(JetStreamOptions.builder().requestTimeout(answer).build());
  }

  /** Without patience: one question. */
  JetStreamManagement once() {
    return management;
  }

  /**
   * @param what the words that complete "the servers did not …"
   */
  <T> T patiently(String what, Call<T> call) throws JetStreamApiException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Exception failure;
      try {
        return call.ask(management);
      } catch (JetStreamApiException e) {
        if (!NatsFailures.isPassing(e)) {
          throw e;
        }
        failure = e;
        if (System.nanoTime() >= deadline) {
          throw e;
        }
      } catch (IOException | IllegalStateException e) {
        failure = e;
      }
      if (System.nanoTime() >= deadline || connection.getStatus() == Connection.Status.CLOSED) {
        throw connection.getServerInfo().isJetStreamAvailable()
            ? NatsFailures.of(what, failure)
            : NatsFailures.noJetStream(failure);
      }
      pause(what);
    }
  }

  /** As {@link #patiently}, for calls whose refusal has no meaning of its own. */
  <T> T orFail(String what, Call<T> call) {
    try {
      return patiently(what, call);
    } catch (JetStreamApiException e) {
      throw NatsFailures.of(what, e);
    }
  }

  private static void pause(String what) throws StoreException {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      throw NatsFailures.interrupted(what);
    }
  }
}
