package dev.parley.processes;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.processes.ProcessState.Exited;
import dev.parley.processes.ProcessState.Running;
import dev.parley.processes.ProcessState.Starting;
import dev.parley.processes.ProcessState.Stopping;
import dev.parley.processes.container.Container;
import dev.parley.processes.container.RunningContainer;
import dev.parley.processes.sandbox.Launch;
import dev.parley.processes.sandbox.Sandbox;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
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
 * One process from its start to its end. It ends once: when the process has exited and everything
 * that it had started is gone too. Any thread; {@link #stop} blocks.
 */
public final class SupervisedProcess {
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);
  private static final Duration END_MAX = Duration.ofSeconds(10);

  /** Labels of containers: of which hub's folder, for whom, and in which run. */
  private static final String FOLDER_LABEL = "dev.parley.folder";

  private static final String NAME_LABEL = "dev.parley.name";
  private static final String RUN_LABEL = "dev.parley.run";

  private final ProcessSpec spec;
  private final long since;
  private final Path logFile;
  private final Duration grace;
  private final Mark mark = Mark.fresh();
  private final Family family = new Family(mark);
  private final ProcessLog log;
  private final @Nullable OutputReader output;
  private final CompletableFuture<Exited> ended = new CompletableFuture<>();
  private volatile @Nullable Workload workload;
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

  /** 0 until it runs, and when it is not known. */
  public long pid() {
    Workload running = workload;
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
    return Objects.requireNonNull(workload, "written to before it was started").input();
  }

  RunFiles.Remembered remembered() {
    Workload running = workload;
    return new RunFiles.Remembered(
        spec.name(),
        spec.label(),
        mark.value(),
        running == null ? 0 : running.pid(),
        running == null ? 0 : running.startedAt(),
        spec.container() == null ? "" : spec.container().rules().engine().toString(),
        spec.notes());
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
    Workload over = workload;
    if (over != null) {
      over.tidyUp();
    }
  }

  /**
   * @throws Refused when the system does not let it start
   */
  void start(Spawner spawner) throws InterruptedException {
    Workload started;
    try {
      started =
          spec.container() == null
              ? new NativeProcess(spawned(spawner), family)
              : new ContainerProcess(contained(spec.container()));
    } catch (InterruptedIOException e) {
      boolean _ = Thread.interrupted();
      throw new InterruptedException("while a container was started");
    } catch (IOException e) {
      // The message holds the program and its folder, and neither arguments nor variables.
      throw new Refused(
          ErrorCode.CONFLICT,
          (spec.container() == null ? "the program" : "the container")
              + " could not be started: "
              + e.getMessage());
    }
    synchronized (this) {
      workload = started;
      state = new Running();
    }
    log.note("--- " + spec.label() + ", process " + started.pid());
  }

  private Process spawned(Spawner spawner) throws IOException {
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
    Process started = spawner.start(builder);
    Family _ =
        sandboxed == null ? family.with(started.toHandle()) : family.within(started.toHandle());
    return started;
  }

  private RunningContainer contained(Container container) throws IOException {
    return RunningContainer.start(
        container,
        "parley-" + mark.value(),
        spec.argv(),
        spec.environment(),
        Map.of(
            FOLDER_LABEL,
            String.valueOf(logFile.toAbsolutePath().getParent()),
            NAME_LABEL,
            spec.name()),
        labels(mark));
  }

  /** By which a container is known again. */
  static Map<String, String> labels(Mark mark) {
    return Map.of(RUN_LABEL, mark.value());
  }

  /**
   * Stays with the process until it has ended.
   *
   * @param settle what is to be done before anybody hears of the end
   */
  void keep(LongSupplier millis, Runnable settle) {
    Workload running = Objects.requireNonNull(workload, "kept before it was started");
    List<Thread> readers = running.read(log, output);
    var _ =
        Thread.ofVirtual()
            .name("parley-process-" + running.pid())
            .start(() -> awaitEnd(running, readers, millis, settle));
  }

  private void awaitEnd(
      Workload running, List<Thread> readers, LongSupplier millis, Runnable settle) {
    try {
      int code = exitCode(running);
      // Nobody would supervise what the process leaves behind.
      boolean _ = running.end(grace);
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
        int code = running.exitCode();
        Exited exited = new Exited(code, millis.getAsLong());
        synchronized (this) {
          state = exited;
        }
        ended.complete(exited);
      }
    }
  }

  private int exitCode(Workload running) throws InterruptedException {
    Duration longest = spec.longest();
    if (longest.isPositive() && !running.await(longest)) {
      log.note("--- process " + running.pid() + " is stopped: its time is over");
      synchronized (this) {
        state = new Stopping();
      }
      boolean _ = running.end(grace);
    }
    return running.await();
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
    boolean killed = Objects.requireNonNull(workload).end(within);
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
