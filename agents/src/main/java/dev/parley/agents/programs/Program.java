package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;
import java.nio.file.Path;

/**
 * A program that was started for an agent, as it is now.
 *
 * @param pid 0 until it has started
 * @param since Unix milliseconds
 * @param log where what it writes goes
 */
public record Program(AgentId agent, String command, long pid, long since, Path log, State state) {

  /** How far it is. */
  public sealed interface State {
    /** Running, or about to. */
    record Running() implements State {}

    /** Asked to end. */
    record Stopping() implements State {}

    /**
     * @param code 128 and the number of the signal when one ended it
     * @param at Unix milliseconds
     */
    record Exited(int code, long at) implements State {}
  }

  public boolean isRunning() {
    return switch (state) {
      case State.Running _, State.Stopping _ -> true;
      case State.Exited _ -> false;
    };
  }

  /** How a program that was to be stopped came to its end. */
  public enum Ending {
    /** There was nothing left to stop. */
    HAD_EXITED,
    /** It ended when it was asked to. */
    TERMINATED,
    /** It, or something it had started, had to be killed. */
    KILLED
  }

  /** What stopping came to. */
  public record Stopped(Program program, Ending ending) {}
}
