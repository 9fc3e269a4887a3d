package dev.parley.core.sending;

import dev.parley.core.message.Message;

/**
 * Told of every delivered message, after it is durable, on the committer thread: be short. What it
 * throws is logged and harms nobody.
 */
@FunctionalInterface
public interface RouteHook {
  void onRoute(Message message, Receipt receipt);
}
