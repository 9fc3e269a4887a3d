package dev.parley.core.delivery;

import dev.parley.core.store.CopyRef;

/**
 * When a copy reached its first rungs, Unix milliseconds; 0 where it has not, or where this hub
 * does not remember: see {@link ClimbTimes}.
 */
public record CopyTimes(CopyRef copy, long pushedAt, long deliveredAt, long readAt) {}
