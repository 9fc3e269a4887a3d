package dev.parley.core.inbox;

import java.time.Duration;

/**
 * How long and how much is kept; zero for all of it.
 *
 * @param inboxAge of copies in inboxes, whatever their state
 * @param outboxAge of sent messages and threads
 * @param inboxCountMax how many copies an inbox keeps
 */
public record RetentionLimits(
    Duration inboxAge, Duration outboxAge, long inboxCountMax, Duration deadLetterAge) {}
