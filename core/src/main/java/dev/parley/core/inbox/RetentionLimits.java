package dev.parley.core.inbox;

import java.time.Duration;

/**
 * How long and how much is kept; zero for all of it.
 *
 * @param inbox what an inbox keeps, unless something else was said for its agent
 * @param outboxAge of sent messages and threads
 */
public record RetentionLimits(InboxLimit inbox, Duration outboxAge, Duration deadLetterAge) {}
