package dev.parley.core.store;

import org.jspecify.annotations.Nullable;

/** A message in a box. */
public record Copy(
    BoxId box,
    long position,
    State state,
    int attempts,
    @Nullable String annotation,
    StoredMessage message) {}
