package dev.parley.core.store;

import java.util.List;

/**
 * A message and where it was filed.
 *
 * @param boxes of its copies, in the order they were placed; some may have been trimmed away since
 */
public record FiledMessage(StoredMessage message, List<BoxId> boxes) {}
