package dev.parley.processes;

/** How far a process is. */
public sealed interface ProcessState {
  /** Its place is taken; it does not run yet. */
  record Starting() implements ProcessState {}

  record Running() implements ProcessState {}

  /** Asked to end. */
  record Stopping() implements ProcessState {}

  /**
   * It has exited, and everything it had started is gone.
   *
   * @param code 128 and the number of the signal when one ended it
   * @param at Unix milliseconds
   */
  record Exited(int code, long at) implements ProcessState {}
}
