package dev.parley.agents.context;

/**
 * Something an agent is to have before its eyes in every turn.
 *
 * @param comm in turns with others as well, because whoever pinned it has said so
 * @param at when it was pinned, Unix milliseconds
 */
public record Pin(String id, String text, boolean comm, long at) {}
