package dev.parley.core.store;

/** Where a message was filed: the box and the position its copy got there. */
public record Filing(BoxId box, long position) {}
