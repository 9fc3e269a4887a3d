package dev.parley.testkit.door;

import java.util.Map;

/** How a proposal stands. */
public record Tally(Map<String, Integer> votes, boolean decided, String outcome) {}
