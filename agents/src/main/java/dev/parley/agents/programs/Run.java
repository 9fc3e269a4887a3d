package dev.parley.agents.programs;

import dev.parley.agents.programs.Program.State;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Token;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One program from its start to its end. It ends once: when the program has exited and everything
 * that it had started is gone too.
 */
final class Run {
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final AgentId agent;
  private final Command command;
  private final long since;
  private final Path logFile;
  private final Token token = Token.generate();
  private final Mark mark = Mark.fresh();
  private final Family family = new Family(mark);
  private final ProgramLog log;
  private final CompletableFuture<State.Exited> ended = new CompletableFuture<>();
  private volatile @Nullable Process process;
  private volatile State state = new State.Running();

  Run(AgentId agent, Command command, long since, Path logFile, long logBytesMax) {
    this.agent = agent;
    this.command = command;
    this.since = since;
    this.logFile = logFile;
    this.log = new ProgramLog(logFile, logBytesMax, token.secret());
  }

  AgentId agent() {
    return agent;
  }

  Token token() {
    return token;
  }

  Mark mark() {
    return mark;
  }

  CompletableFuture<State.Exited> ended() {
    return ended;
  }

  boolean isLive() {
    return !(state instanceof State.Exited);
  }

  String lastOutput() {
    return log.tail();
  }

  RunFiles.Remembered remembered() {
    Process running = process;
    return new RunFiles.Remembered(
        agent,
        command.name(),
        mark.value(),
        token.hash(),
        running == null ? 0 : running.pid(),
        running == null ? 0 : startedAt(running.toHandle()));
  }

  static long startedAt(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  Program shown() {
    Process running = process;
    return new Program(
        agent, command.name(), running == null ? 0 : running.pid(), since, logFile, state);
  }

  /**
   * Starts the program. The variables are all that it gets.
   *
   * @throws Refused when the system does not let it start
   */
  void start(List<String> argv, Map<String, String> variables) {
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .directory(command.directory().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(variables);
    try {
      Process started = builder.start();
      family.with(started.toHandle());
      process = started;
      log.note("--- " + command.name() + ", process " + started.pid());
    } catch (IOException e) {
      // The message holds the program and its folder, and neither arguments nor variables.
      throw new Refused(ErrorCode.CONFLICT, "the program could not be started: " + e.getMessage());
    }
  }

  /**
   * Stays with the program until it has ended.
   *
   * @param settle what is to be done before anybody hears of the end
   */
  void keep(Duration grace, LongSupplier millis, Runnable settle) {
    Process running = Objects.requireNonNull(process, "kept before it was started");
    // Reading a pipe blocks a carrier: threads of its own, as many as there may be programs.
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .name("parley-output-" + running.pid())
            .start(() -> log.drain(running.getInputStream()));
    var _ =
        Thread.ofVirtual()
            .name("parley-program-" + running.pid())
            .start(() -> awaitEnd(running, reader, grace, millis, settle));
  }

  private void awaitEnd(
      Process running, Thread reader, Duration grace, LongSupplier millis, Runnable settle) {
    try {
      int code = running.waitFor();
      // What a program leaves behind would have nobody to answer to.
      boolean _ = family.end(grace);
      boolean _ = reader.join(LAST_WORDS);
      log.note("--- process " + running.pid() + " ended with code " + code);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      log.close();
      try {
        settle.run();
      } finally {
        int code = running.isAlive() ? -1 : running.exitValue();
        State.Exited exited = new State.Exited(code, millis.getAsLong());
        synchronized (this) {
          state = exited;
        }
        ended.complete(exited);
      }
    }
  }

  /** Waits until everything is over. */
  Program.Stopped stop(Duration grace) throws InterruptedException {
    synchronized (this) {
      switch (state) {
        case State.Exited _ -> {
          return new Program.Stopped(shown(), Program.Ending.HAD_EXITED);
        }
        case State.Running _, State.Stopping _ -> {
          if (process == null) {
            throw new Refused(ErrorCode.CONFLICT, "'" + agent + "' is just being started");
          }
          state = new State.Stopping();
        }
      }
    }
    boolean killed = family.end(grace);
    try {
      var _ = ended.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new Refused(ErrorCode.TIMEOUT, "the program of '" + agent + "' does not end");
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
    return new Program.Stopped(shown(), killed ? Program.Ending.KILLED : Program.Ending.TERMINATED);
  }
}
