package dev.parley.client;

import dev.parley.client.message.Delivery;
import java.net.URI;
import java.time.Duration;

/**
 * What happens to a client between calls, for those who want to show or log it. Called on the
 * client's own threads: return soon.
 */
public interface ClientEvents {
  ClientEvents NONE = new ClientEvents() {};

  default void onConnected(URI address) {}

  default void onDisconnected(String reason) {}

  /** Before each wait, from the first try on. */
  default void onRetry(int attempt, Duration wait, String lastFailure) {}

  /** A handler threw; an unacknowledged message comes again. */
  default void onHandlerFailure(Delivery delivery, Exception failure) {
    System.getLogger(ParleyClient.class.getName())
        .log(
            System.Logger.Level.WARNING,
            "the handler of " + delivery.inbox() + " failed on " + delivery.message().id(),
            failure);
  }
}
