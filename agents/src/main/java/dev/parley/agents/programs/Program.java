package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;
import dev.parley.processes.Ending;
import dev.parley.processes.ProcessState;
import dev.parley.processes.SupervisedProcess;
import java.nio.file.Path;

/**
 * A program that was started for an agent, as it is now.
 *
 * @param pid 0 until it has started
 * @param since Unix milliseconds
 * @param log where what it writes goes
 */
public record Program(
    AgentId agent, String command, long pid, long since, Path log, ProcessState state) {

  static Program of(SupervisedProcess process) {
    return new Program(
        new AgentId(process.name()),
        process.label(),
        process.pid(),
        process.since(),
        process.log(),
        process.state());
  }

  public boolean isRunning() {
    return switch (state) {
      case ProcessState.Starting _, ProcessState.Running _, ProcessState.Stopping _ -> true;
      case ProcessState.Exited _ -> false;
    };
  }

  /** What stopping came to. */
  public record Stopped(Program program, Ending ending) {}
}
