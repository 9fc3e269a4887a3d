package dev.parley.agents.brain;

/** What happens while a brain thinks. How it ended is its {@link Outcome}. */
public sealed interface BrainEvent {

  /** A further piece of what it is going to answer. */
  record Text(String piece) implements BrainEvent {}

  /** A further piece of what it says to itself. */
  record Thinking(String piece) implements BrainEvent {}

  /**
   * @param arguments a JSON object
   */
  record ToolCalled(String call, String tool, String arguments) implements BrainEvent {}

  record ToolAnswered(String call, String result, boolean failed) implements BrainEvent {}

  /** It waits for somebody to allow this. */
  record PermissionAsked(String call, String what) implements BrainEvent {}
}
