package dev.parley.agents.schedules;

import dev.parley.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * One time that a schedule came to.
 *
 * @param scheduledFor Unix milliseconds
 * @param outcome {@code sent}, {@code triggered}, {@code skipped} or {@code failed}
 * @param message what was sent, or null
 * @param text why not, or empty
 */
public record Run(
    long number,
    long scheduledFor,
    long at,
    String outcome,
    @Nullable MessageId message,
    String text) {}
