package dev.parley.processes;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.processes.ProcessState.Exited;
import dev.parley.processes.ProcessState.Running;
import dev.parley.processes.ProcessState.Starting;
import dev.parley.processes.ProcessState.Stopping;
import dev.parley.processes.sandbox.Launch;
import dev.parley.processes.sandbox.Sandbox;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process from its start to its end. It ends once: when the process has exited and everything
 * that it had started is gone too. Any thread; {@link #stop} blocks.
 */
public final class SupervisedProcess {
  private static final Logger LOG = LoggerFactory.getLogger(SupervisedProcess.class);
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);
  private static final Duration END_MAX = Duration.ofSeconds(10);

  private final ProcessSpec spec;
  private final long since;
  private final Path logFile;
  private final Duration grace;
  private final Mark mark = Mark.fresh();
  private final Family family = new Family(mark);
  private final ProcessLog log;
  private final @Nullable OutputReader output;
  private final CompletableFuture<Exited> ended = new CompletableFuture<>();
  private volatile @Nullable Process process;
  private volatile ProcessState state = new Starting();
  private volatile @Nullable Launch launch;

  SupervisedProcess(
      ProcessSpec spec,
      long since,
      Path logFile,
      long logBytesMax,
      Duration grace,
      @Nullable OutputReader output) {
    this.spec = spec;
    this.since = since;
    this.logFile = logFile;
    this.grace = grace;
    this.log = new ProcessLog(logFile, logBytesMax, spec.secrets());
    this.output = output;
  }

  public String name() {
    return spec.name();
  }

  public String label() {
    return spec.label();
  }

  /** When its start was asked for, Unix milliseconds. */
  public long since() {
    return since;
  }

  public Path log() {
    return logFile;
  }

  public ProcessState state() {
    return state;
  }

  /** 0 until it runs. */
  public long pid() {
    Process running = process;
    return running == null ? 0 : running.pid();
  }

  /** Whether it, or something it has started, is still there or about to be. */
  public boolean isLive() {
    return !(state instanceof Exited);
  }

  /** Completes when all of it is gone. */
  public CompletableFuture<Exited> ended() {
    return ended.copy();
  }

  /** The last lines that it has written. */
  public String lastOutput() {
    return log.tail();
  }

  /**
   * What it has written and will write.
   *
   * @param before how many bytes before the end of its log the reader begins
   */
  public LogReader follow(long before) throws IOException {
    return LogReader.open(logFile, log, before);
  }

  /**
   * What it reads, of a process that is talked with. Writing blocks for as long as it does not
   * read, and fails when it is gone.
   */
  public OutputStream input() {
    return Objects.requireNonNull(process, "written to before it was started").getOutputStream();
  }

  RunFiles.Remembered remembered() {
    Process running = process;
    return new RunFiles.Remembered(
        spec.name(),
        spec.label(),
        mark.value(),
        running == null ? 0 : running.pid(),
        running == null ? 0 : startedAt(running.toHandle()),
        spec.notes());
  }

  static long startedAt(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /**
   * Makes the sandbox that it asks for.
   *
   * @throws Refused when that cannot be had
   */
  void prepare(ProcessesConfig config) {
    Sandbox sandbox = spec.sandbox();
    if (sandbox != null) {
      String searched = spec.environment().getOrDefault("PATH", Surroundings.PATH_WITHOUT);
      launch =
          config
              .confinement()
              .get()
              .launch(sandbox, spec.argv(), spec.directory(), searched, config.folder());
    }
  }

  /** When it has ended, or was not started. */
  void tidyUp() {
    Launch sandboxed = launch;
    if (sandboxed != null) {
      sandboxed.close();
    }
  }

  /**
   * @throws Refused when the system does not let it start
   */
  void start(Spawner spawner) {
    Launch sandboxed = launch;
    ProcessBuilder builder =
        new ProcessBuilder(sandboxed == null ? spec.argv() : sandboxed.argv())
            .directory(spec.directory().toFile())
            .redirectErrorStream(output == null);
    if (output == null) {
      builder.redirectInput(new File("/dev/null"));
    }
    builder.environment().clear();
    builder.environment().putAll(spec.environment());
    if (sandboxed != null) {
      builder.environment().putAll(sandboxed.variables());
    }
    builder.environment().put(Mark.VARIABLE, mark.value());
    try {
      Process started = spawner.start(builder);
      Family _ =
          sandboxed == null ? family.with(started.toHandle()) : family.within(started.toHandle());
      synchronized (this) {
        process = started;
        state = new Running();
      }
      log.note("--- " + spec.label() + ", process " + started.pid());
    } catch (IOException e) {
      // The message holds the program and its folder, and neither arguments nor variables.
      throw new Refused(ErrorCode.CONFLICT, "the program could not be started: " + e.getMessage());
    }
  }

  /**
   * Stays with the process until it has ended.
   *
   * @param settle what is to be done before anybody hears of the end
   */
  void keep(LongSupplier millis, Runnable settle) {
    Process running = Objects.requireNonNull(process, "kept before it was started");
    // Reading a pipe blocks a carrier: threads of its own, as many as there may be processes.
    OutputReader talks = output;
    List<Thread> readers =
        talks == null
            ? List.of(reader("output", running, () -> log.drain(running.getInputStream())))
            : List.of(
                reader("output", running, () -> read(running.getInputStream(), talks)),
                reader("errors", running, () -> log.drain(running.getErrorStream())));
    var _ =
        Thread.ofVirtual()
            .name("parley-process-" + running.pid())
            .start(() -> awaitEnd(running, readers, millis, settle));
  }

  private static Thread reader(String what, Process running, Runnable reading) {
    return Thread.ofPlatform().daemon().name("parley-" + what + "-" + running.pid()).start(reading);
  }

  private static void read(InputStream stream, OutputReader output) {
    try (stream) {
      try {
        output.read(stream);
      } finally {
        long _ = stream.transferTo(OutputStream.nullOutputStream());
      }
    } catch (IOException e) {
      // The pipe is gone with the process.
    } catch (RuntimeException e) {
      LOG.warn("what a process has written could not be read", e);
    }
  }

  private void awaitEnd(
      Process running, List<Thread> readers, LongSupplier millis, Runnable settle) {
    try {
      int code = exitCode(running);
      // Nobody would supervise what the process leaves behind.
      boolean _ = family.end(grace);
      for (Thread reader : readers) {
        boolean _ = reader.join(LAST_OUTPUT);
      }
      log.note("--- process " + running.pid() + " ended with code " + code);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      log.close();
      try {
        settle.run();
      } finally {
        int code = running.isAlive() ? -1 : running.exitValue();
        Exited exited = new Exited(code, millis.getAsLong());
        synchronized (this) {
          state = exited;
        }
        ended.complete(exited);
      }
    }
  }

  private int exitCode(Process running) throws InterruptedException {
    Sandbox sandbox = spec.sandbox();
    Duration longest = sandbox == null ? Duration.ZERO : sandbox.limits().time();
    if (longest.isPositive() && !running.waitFor(longest)) {
      log.note("--- process " + running.pid() + " is stopped: its time is over");
      synchronized (this) {
        state = new Stopping();
      }
      boolean _ = family.end(grace);
    }
    return running.waitFor();
  }

  /**
   * Asks it and everything that it has started to end, kills what does not within its grace time,
   * and returns when all is gone.
   *
   * @throws Refused when it is just being started, or cannot be ended
   */
  public Ending stop() throws InterruptedException {
    return stop(grace);
  }

  Ending stop(Duration within) throws InterruptedException {
    synchronized (this) {
      switch (state) {
        case Exited _ -> {
          return Ending.HAD_EXITED;
        }
        case Starting _ ->
            throw new Refused(ErrorCode.CONFLICT, "'" + name() + "' is just being started");
        case Running _, Stopping _ -> state = new Stopping();
      }
    }
    boolean killed = family.end(within);
    try {
      var _ = ended.get(END_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new Refused(ErrorCode.TIMEOUT, "the program of '" + name() + "' does not end");
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
    return killed ? Ending.KILLED : Ending.TERMINATED;
  }
}
