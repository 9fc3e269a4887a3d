package dev.parley.client;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.SecureBits;
import java.util.random.RandomGenerator;

/** Ids for messages this client sends, so that the hub knows a resent one for what it is. */
final class MessageIds {
  private final RandomGenerator random;

  /** From the system's randomness: whoever has seen some ids must not be able to guess the next. */
  MessageIds() {
    this(SecureBits::next);
  }

  MessageIds(RandomGenerator random) {
    this.random = random;
  }

  synchronized String next() {
    return MessageId.of(System.currentTimeMillis(), random.nextLong(), random.nextLong())
        .toString();
  }
}
