package dev.parley.core.search;

import dev.parley.core.address.AgentId;
import org.jspecify.annotations.Nullable;

/**
 * What to look for.
 *
 * @param words words, {@code "phrases"}, {@code prefix*}, {@code -without} and {@code OR}; may be
 *     empty, when the filters are all
 * @param from only what this sender sent, or null
 * @param to only what reached this agent or, with a slash, was sent to this path, or null
 * @param type only messages of this type, or null
 * @param since Unix milliseconds, inclusive, or 0
 * @param until Unix milliseconds, exclusive, or {@link Long#MAX_VALUE}
 * @param seenBy only what this agent sent or received, or null for everything
 * @param cursor the {@code next} of the page before, or null
 */
public record SearchQuery(
    String words,
    @Nullable String from,
    @Nullable String to,
    @Nullable String type,
    long since,
    long until,
    @Nullable AgentId seenBy,
    @Nullable String cursor,
    int limit) {}
