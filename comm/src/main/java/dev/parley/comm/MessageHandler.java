package dev.parley.comm;

import java.util.List;

/** Takes what a plugin has heard. */
@FunctionalInterface
public interface MessageHandler {

  /**
   * Takes these in their order and returns when all of them are stored: not before that may the
   * plugin say that they have arrived. One that was taken before is passed over.
   *
   * @throws InterruptedException when it is not to wait any longer; then they come again
   */
  void onMessages(List<CommMessage> messages) throws InterruptedException;
}
