package dev.parley.client;

import dev.parley.client.message.Delivery;

/** Takes the messages of a listener, one at a time, on a virtual thread; it may take its time. */
@FunctionalInterface
public interface MessageHandler {
  void onMessage(Delivery delivery) throws Exception;
}
