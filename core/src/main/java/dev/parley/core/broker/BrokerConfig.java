package dev.parley.core.broker;

import dev.parley.core.inbox.InboxLimit;
import dev.parley.core.inbox.RetentionLimits;
import dev.parley.core.participants.RegistryLimits;
import dev.parley.core.sending.SendingLimits;
import java.time.Duration;

/**
 * What can be tuned in the core.
 *
 * @param idempotencyWindow how long a repeated id or key is recognised
 * @param outboxAge how long sent messages are kept; zero for ever
 * @param inboxAge how long inbox copies are kept, whatever their state; zero for ever
 * @param inboxCountMax how many copies an inbox keeps; 0 for all
 * @param deadLetterAge how long dead letters are kept; zero for ever
 * @param sweepEvery how often retention is looked after
 * @param registry how much of the registry one agent may take
 * @param sending how much one agent may have sent and wait for
 */
public record BrokerConfig(
    Duration idempotencyWindow,
    Duration outboxAge,
    Duration inboxAge,
    long inboxCountMax,
    Duration deadLetterAge,
    Duration sweepEvery,
    RegistryLimits registry,
    SendingLimits sending) {

  public BrokerConfig {
    notNegative("idempotencyWindow", idempotencyWindow);
    notNegative("outboxAge", outboxAge);
    notNegative("inboxAge", inboxAge);
    notNegative("deadLetterAge", deadLetterAge);
    if (inboxCountMax < 0) {
      throw new IllegalArgumentException("inboxCountMax must not be negative: " + inboxCountMax);
    }
    if (!sweepEvery.isPositive()) {
      throw new IllegalArgumentException("sweepEvery must be positive: " + sweepEvery);
    }
  }

  /** With other limits for what one agent may take. */
  public BrokerConfig limitedTo(RegistryLimits newRegistry, SendingLimits newSending) {
    return new BrokerConfig(
        idempotencyWindow,
        outboxAge,
        inboxAge,
        inboxCountMax,
        deadLetterAge,
        sweepEvery,
        newRegistry,
        newSending);
  }

  /** Who repeats a message gets its first receipt, so what was sent outlives the window. */
  RetentionLimits limits() {
    boolean tooShort = !outboxAge.isZero() && outboxAge.compareTo(idempotencyWindow) < 0;
    return new RetentionLimits(
        new InboxLimit(inboxAge, inboxCountMax),
        tooShort ? idempotencyWindow : outboxAge,
        deadLetterAge);
  }

  private static void notNegative(String name, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative: " + value);
    }
  }

  public static final BrokerConfig DEFAULT =
      new BrokerConfig(
          Duration.ofMinutes(10),
          Duration.ZERO,
          Duration.ZERO,
          0,
          Duration.ofDays(30),
          Duration.ofMinutes(1),
          RegistryLimits.DEFAULT,
          SendingLimits.DEFAULT);
}
