package dev.parley.agents.workspace;

import dev.parley.agents.folders.AgentFolders;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Arguments;
import dev.parley.agents.tools.Parameter;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.ToolUse;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.processes.ProcessHooks;
import dev.parley.processes.ProcessSpec;
import dev.parley.processes.ProcessState.Exited;
import dev.parley.processes.Processes;
import dev.parley.processes.SupervisedProcess;
import dev.parley.processes.Surroundings;
import dev.parley.processes.sandbox.Sandbox;
import dev.parley.processes.sandbox.SandboxRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code shell}: runs commands in the agent's own folder, each in a sandbox of its own. */
public final class ShellTool {
  private static final Logger LOG = LoggerFactory.getLogger(ShellTool.class);
  private static final int SECONDS = 60;

  /** Few, because each has a log. */
  private static final int AT_ONCE_MAX = 4;

  private static final Duration LOOK_UP = Duration.ofMillis(500);

  private final Broker broker;
  private final Processes processes;
  private final AgentFolders folders;
  private final ShellSettings settings;
  private final Surroundings surroundings;
  private final Leave leave;

  /**
   * @param processes its own; closed by whoever opened it
   */
  public ShellTool(
      Broker broker,
      Processes processes,
      AgentFolders folders,
      ShellSettings settings,
      Leave leave) {
    this.broker = broker;
    this.processes = processes;
    this.folders = folders;
    this.settings = settings;
    this.surroundings = new Surroundings(settings.environment());
    this.leave = leave;
  }

  public Tool tool() {
    return Tool.of(
        "shell",
        "Run commands on a machine, in your own folder: what you write there stays, nothing else"
            + " does, and nothing goes on when a command has ended.",
        Action.of(
                "run",
                "runs a command of sh and tells what it wrote and its exit code",
                this::run,
                Parameter.text("command", "as you would type it"),
                Parameter.number(
                        "seconds",
                        "after which it is stopped; "
                            + SECONDS
                            + " without it, at most "
                            + settings.longest().toSeconds())
                    .optional())
            .forOwner());
  }

  private String run(ToolUse use, Arguments told) throws InterruptedException {
    int most = (int) settings.longest().toSeconds();
    int seconds = told.number("seconds", Math.min(SECONDS, most), most);
    String command = told.text("command");
    if (command.indexOf('\0') >= 0) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'command' holds the character 0");
    }
    leave.require(use, "shell", command);
    Path folder = folders.of(broker.participants().requireAgent(use.agent()));
    Workspace workspace = new Workspace(folder);
    FileTool.requireRoom(workspace);
    Output output = new Output();
    SupervisedProcess process = started(use.agent(), command, folder, output);
    try {
      process.input().close();
    } catch (IOException e) {
      // It has ended without reading.
    }
    String stopped = awaitEnd(process, workspace, Duration.ofSeconds(seconds));
    Exited exited = process.ended().join();
    return output.text().stripTrailing()
        + "\n["
        + (stopped.isEmpty() ? "exit code " + exited.code() : stopped)
        + "]";
  }

  private SupervisedProcess started(AgentId agent, String command, Path folder, Output output)
      throws InterruptedException {
    ProcessSpec spec =
        new ProcessSpec(
                name(agent),
                "shell",
                List.of("/bin/sh", "-c", "exec 2>&1\n" + command),
                folder,
                surroundings.with(List.of()),
                List.of(),
                Map.of())
            .in(sandbox(folder));
    return processes.start(spec, ProcessHooks.NONE, output);
  }

  private @Nullable Sandbox sandbox(Path folder) {
    SandboxRules rules = settings.sandbox();
    return rules == null ? null : rules.sandbox(folder, settings.hidden());
  }

  private String name(AgentId agent) {
    for (int i = 1; i <= AT_ONCE_MAX; i++) {
      String name = agent + "~" + i;
      Optional<SupervisedProcess> last = processes.find(name);
      if (last.filter(SupervisedProcess::isLive).isEmpty()) {
        return name;
      }
    }
    throw new Refused(
        ErrorCode.OVERLOADED, AT_ONCE_MAX + " commands of yours run already; wait for one");
  }

  /**
   * @return why it was stopped, or nothing
   */
  private static String awaitEnd(SupervisedProcess process, Workspace workspace, Duration longest)
      throws InterruptedException {
    CompletableFuture<Exited> ended = process.ended();
    long deadline = System.nanoTime() + longest.toNanos();
    try {
      while (true) {
        long left = deadline - System.nanoTime();
        try {
          var _ = ended.get(Math.min(left, LOOK_UP.toNanos()), TimeUnit.NANOSECONDS);
          return "";
        } catch (TimeoutException e) {
          // Looked at below.
        }
        if (System.nanoTime() >= deadline) {
          var _ = process.stop();
          return "stopped after " + longest.toSeconds() + " seconds";
        }
        try {
          FileTool.requireRoom(workspace);
        } catch (Refused full) {
          var _ = process.stop();
          return "stopped: " + full.getMessage();
        }
      }
    } catch (InterruptedException e) {
      // The turn is broken off; what it has begun ends as well.
      var _ = Thread.startVirtualThread(() -> stop(process));
      throw e;
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  private static void stop(SupervisedProcess process) {
    try {
      LOG.info("a command of '{}' was broken off: {}", process.name(), process.stop());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      LOG.warn("a command of '{}' was not stopped: {}", process.name(), e.getMessage());
    }
  }
}
