package dev.parley.hub.config;

/**
 * How long messages are kept; 0 is for ever, or without bound.
 *
 * @param outboxDays what an agent has sent
 * @param inboxDays what an agent has received
 * @param inboxCountMax messages of one inbox, the newest
 * @param deadLetterDays what reached nobody
 */
public record RetentionConfig(
    int outboxDays, int inboxDays, int inboxCountMax, int deadLetterDays) {
  public static final RetentionConfig DEFAULT = new RetentionConfig(0, 0, 0, 30);

  public RetentionConfig {
    Checks.atLeast("retention.outboxDays", outboxDays, 0);
    Checks.atLeast("retention.inboxDays", inboxDays, 0);
    Checks.atLeast("retention.inboxCountMax", inboxCountMax, 0);
    Checks.atLeast("retention.deadLetterDays", deadLetterDays, 0);
  }

  static RetentionConfig of(Settings settings) {
    return new RetentionConfig(
        settings.integer("retention.outboxDays", DEFAULT.outboxDays),
        settings.integer("retention.inboxDays", DEFAULT.inboxDays),
        settings.integer("retention.inboxCountMax", DEFAULT.inboxCountMax),
        settings.integer("retention.deadLetterDays", DEFAULT.deadLetterDays));
  }
}
