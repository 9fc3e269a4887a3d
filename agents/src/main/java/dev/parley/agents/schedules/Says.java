package dev.parley.agents.schedules;

import dev.parley.core.message.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * What is sent.
 *
 * @param path where to
 * @param payload a JSON object, or null
 */
public record Says(
    String path, MessageType type, @Nullable String content, @Nullable String payload) {}
