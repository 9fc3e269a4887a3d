package dev.parley.agents.tools;

/** What came of using a tool, in words for the model. */
public record ToolResult(String text, boolean failed) {}
