package dev.parley.testkit.door;

/** An agent that a test has made. */
public record TestAgent(String id, String token) {}
