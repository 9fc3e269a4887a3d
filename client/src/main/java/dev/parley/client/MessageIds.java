package dev.parley.client;

import dev.parley.core.message.MessageId;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Ids for messages this client sends, so that the hub knows a resent one for what it is. */
final class MessageIds {
  private final RandomGenerator random;

  /**
   * Seeded once from the system's randomness: two clients that start in the same instant must not
   * count alike, and a million ids a second must not wait for the system.
   */
  MessageIds() {
    this(new SplittableRandom(new SecureRandom().nextLong()));
  }

  MessageIds(RandomGenerator random) {
    this.random = random;
  }

  synchronized String next() {
    return MessageId.of(System.currentTimeMillis(), random.nextLong(), random.nextLong())
        .toString();
  }
}
