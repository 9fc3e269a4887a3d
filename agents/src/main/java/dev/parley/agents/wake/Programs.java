package dev.parley.agents.wake;

import dev.parley.core.error.Refused;
import dev.parley.processes.ProcessHooks;
import dev.parley.processes.ProcessSpec;
import dev.parley.processes.ProcessState.Exited;
import dev.parley.processes.Processes;
import dev.parley.processes.SupervisedProcess;
import dev.parley.processes.Surroundings;
import dev.parley.processes.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Short programs that wake somebody, one at a time an agent and way. */
public final class Programs {
  private final Processes processes;
  private final Surroundings surroundings;
  private final Path folder;
  private final Path hidden;

  /**
   * @param processes its own; closed by whoever opened it
   * @param environment the hub's
   * @param folder in which they are started
   * @param hidden what they do not see in a sandbox: what is the hub's own
   */
  public Programs(Processes processes, Map<String, String> environment, Path folder, Path hidden) {
    this.processes = processes;
    this.surroundings = new Surroundings(environment);
    this.folder = folder;
    this.hidden = hidden;
  }

  Path folder() {
    return folder;
  }

  Path hidden() {
    return hidden;
  }

  /** Runs one to its end. What it writes goes to its log. */
  void run(String name, List<String> argv, Map<String, String> variables, @Nullable Sandbox sandbox)
      throws IOException, InterruptedException {
    Map<String, String> environment = surroundings.with(List.of());
    environment.putAll(variables);
    ProcessSpec spec =
        new ProcessSpec(name, "waking", argv, folder, environment, List.of(), Map.of()).in(sandbox);
    SupervisedProcess process;
    try {
      process = processes.start(spec, ProcessHooks.NONE);
    } catch (Refused e) {
      throw new IOException(e.getMessage(), e);
    }
    try {
      Exited exited = process.ended().get();
      if (exited.code() != 0) {
        throw new IOException("the program ended with code " + exited.code());
      }
    } catch (ExecutionException e) {
      throw new IOException("the program could not be waited for", e);
    } catch (InterruptedException e) {
      var _ = Thread.startVirtualThread(() -> stop(process));
      throw e;
    }
  }

  private static void stop(SupervisedProcess process) {
    try {
      var _ = process.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      // It has ended by itself, or it will with the hub.
    }
  }
}
