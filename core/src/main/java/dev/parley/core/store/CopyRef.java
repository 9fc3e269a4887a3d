package dev.parley.core.store;

/** Where a copy lies and how far it has climbed, without the message itself. */
public record CopyRef(BoxId box, long position, State state, int attempts) {}
