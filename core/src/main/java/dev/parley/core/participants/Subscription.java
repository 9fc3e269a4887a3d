package dev.parley.core.participants;

import dev.parley.core.address.Pattern;

/** What somebody asked for, and when (Unix milliseconds). */
public record Subscription(Pattern pattern, long addedAt) {}
