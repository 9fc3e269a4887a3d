package dev.parley.processes;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes that the hub starts and stops again, each with a name. What is started here never
 * outlives the hub for long: it is stopped when the hub stops, and after a crash when the next hub
 * opens the same folder. Any thread that may block.
 */
public final class Processes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Processes.class);
  private static final Duration CLOSING_MAX = Duration.ofSeconds(3);

  /** Processes that have ended are remembered so that one can see how. */
  private static final int REMEMBERED_MAX = 1_000;

  private final ProcessesConfig config;
  private final LongSupplier millis;
  private final RunFiles files;
  private final Spawner spawner = new Spawner();
  private final Map<String, SupervisedProcess> processes = new ConcurrentHashMap<>();

  /** Guards the number of processes, and that none is started once the hub stops. */
  private final Object gate = new Object();

  private boolean closed;

  private Processes(ProcessesConfig config, LongSupplier millis) {
    this.config = config;
    this.millis = millis;
    this.files = new RunFiles(config.folder());
  }

  /**
   * Ends what a hub that was killed has left running in this folder, and is ready then.
   *
   * @param millis the clock, Unix milliseconds
   * @param onSurvivor told of each process that such a hub had running
   */
  public static Processes open(
      ProcessesConfig config, LongSupplier millis, Consumer<Survivor> onSurvivor) {
    Processes processes = new Processes(config, millis);
    new Survivors(processes.files, onSurvivor).end(config.hurriedGrace());
    return processes;
  }

  /** The last process of each name, in the order of the names. */
  public List<SupervisedProcess> all() {
    return processes.values().stream()
        .sorted(Comparator.comparing(SupervisedProcess::name))
        .toList();
  }

  /** The last process of that name. */
  public Optional<SupervisedProcess> find(String name) {
    return Optional.ofNullable(processes.get(name));
  }

  /**
   * Starts a process; returns as soon as it runs.
   *
   * @throws Refused when one of that name runs, too many do, the hub stops, or the system does not
   *     let it start; then nothing has changed, or the hooks have changed it back
   */
  public SupervisedProcess start(ProcessSpec spec, ProcessHooks hooks) throws InterruptedException {
    return start(spec, hooks, null);
  }

  /**
   * Starts a process that is talked with: {@link SupervisedProcess#input} is what it reads, and
   * only its standard error goes to its log.
   *
   * @param output reads its standard output; null for a process that is not talked with
   * @throws Refused as above
   */
  public SupervisedProcess start(
      ProcessSpec spec, ProcessHooks hooks, @Nullable OutputReader output)
      throws InterruptedException {
    return start(spec, hooks, output, files.log(spec.name()));
  }

  /**
   * Starts a process that reads nothing and whose output and errors go to two files of its owner's,
   * each kept as small as a log.
   *
   * @param output where its standard output goes
   * @param errors its log, with its standard error
   * @throws Refused as above
   */
  public SupervisedProcess start(ProcessSpec spec, ProcessHooks hooks, Path output, Path errors)
      throws InterruptedException {
    OutputReader reader =
        stream -> {
          try (ProcessLog log = new ProcessLog(output, config.logBytesMax(), spec.secrets())) {
            log.drain(stream);
          }
        };
    SupervisedProcess process = start(spec, hooks, reader, errors);
    try {
      process.input().close();
    } catch (IOException e) {
      LOG.debug("what '{}' reads did not close: {}", spec.name(), e.getMessage());
    }
    return process;
  }

  private SupervisedProcess start(
      ProcessSpec spec, ProcessHooks hooks, @Nullable OutputReader output, Path log)
      throws InterruptedException {
    if (spec.container() != null && output != null) {
      throw new IllegalArgumentException("containers are not talked with");
    }
    SupervisedProcess process = reserve(spec, output, log);
    boolean begun = false;
    try {
      process.prepare(config);
      // Written down before it runs: a hub that is killed in between must not forget it.
      files.write(process.remembered());
      hooks.beforeStart();
      start(process, spec);
      begun = true;
      try {
        files.write(process.remembered());
      } finally {
        // Afterwards: a process that ends at once must not be written down after its end.
        process.keep(millis, () -> settle(process, hooks));
      }
      stopIfClosed(process);
    } catch (IOException e) {
      LOG.error("the run file of '{}' cannot be written", spec.name(), e);
      if (begun) {
        var _ = process.stop(config.hurriedGrace());
      }
      throw new Refused(
          ErrorCode.STORE_UNAVAILABLE, "the data directory cannot be written; nothing was started");
    } finally {
      if (!begun) {
        processes.remove(spec.name(), process);
        settle(process, hooks);
      }
    }
    LOG.info("{} runs for '{}', process {}", spec.label(), spec.name(), process.pid());
    return process;
  }

  private void start(SupervisedProcess process, ProcessSpec spec) throws InterruptedException {
    if (spec.container() != null) {
      process.start(spawner); // an engine may take seconds, and nobody else waits for it
      return;
    }
    synchronized (gate) {
      refuseIfClosed();
      process.start(spawner);
    }
  }

  /** One that an engine has started while the hub stopped. */
  private void stopIfClosed(SupervisedProcess process) throws InterruptedException {
    synchronized (gate) {
      if (!closed) {
        return;
      }
    }
    var _ = process.stop(config.hurriedGrace());
    throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down");
  }

  private SupervisedProcess reserve(ProcessSpec spec, @Nullable OutputReader output, Path log) {
    synchronized (gate) {
      refuseIfClosed();
      SupervisedProcess last = processes.get(spec.name());
      if (last != null && last.isLive()) {
        throw new Refused(ErrorCode.CONFLICT, "a program runs for '" + spec.name() + "' already");
      }
      long running = processes.values().stream().filter(SupervisedProcess::isLive).count();
      if (running >= config.runningMax()) {
        throw new Refused(
            ErrorCode.OVERLOADED,
            running
                + " programs run, more may not ("
                + config.runningMaxSetting()
                + "); stop one first");
      }
      forgetOldest();
      SupervisedProcess process =
          new SupervisedProcess(
              spec, millis.getAsLong(), log, config.logBytesMax(), config.grace(), output);
      processes.put(spec.name(), process);
      return process;
    }
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down");
    }
  }

  private void forgetOldest() {
    if (processes.size() >= REMEMBERED_MAX) {
      processes.values().stream()
          .filter(process -> !process.isLive())
          .min(Comparator.comparingLong(SupervisedProcess::since))
          .ifPresent(process -> processes.remove(process.name(), process));
    }
  }

  private void settle(SupervisedProcess process, ProcessHooks hooks) {
    try {
      hooks.afterEnd();
    } finally {
      process.tidyUp();
      // One that was discarded may have a successor, whose run file has the same name.
      SupervisedProcess successor = processes.get(process.name());
      if (successor == null || successor.equals(process)) {
        files.delete(process.name());
      }
    }
  }

  /** Forgets the process of that name; one that runs is stopped on a thread of its own. */
  public void discard(String name) {
    SupervisedProcess process = processes.remove(name);
    if (process != null && process.isLive()) {
      var _ = Thread.startVirtualThread(() -> stopQuietly(process, config.grace()));
    }
  }

  private static void stopQuietly(SupervisedProcess process, Duration grace) {
    try {
      LOG.info("the process of '{}' was stopped: {}", process.name(), process.stop(grace));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      LOG.warn("the process of '{}' was not stopped: {}", process.name(), e.getMessage());
    }
  }

  /** Ends everything that runs, within three seconds. */
  @Override
  public void close() {
    synchronized (gate) {
      if (closed) {
        return;
      }
      closed = true;
    }
    List<Thread> stopping =
        processes.values().stream()
            .filter(SupervisedProcess::isLive)
            .map(
                process ->
                    Thread.startVirtualThread(() -> stopQuietly(process, config.hurriedGrace())))
            .toList();
    long deadline = System.nanoTime() + CLOSING_MAX.toNanos();
    try {
      for (Thread thread : stopping) {
        boolean _ = thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    spawner.close();
  }
}
