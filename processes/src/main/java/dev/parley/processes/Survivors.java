package dev.parley.processes;

import dev.parley.processes.container.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes of a hub that was killed. They are ended before this hub serves anybody: what they
 * write goes nowhere any more, and nobody would know of them (docs/adr/0030).
 */
final class Survivors {
  private static final Logger LOG = LoggerFactory.getLogger(Survivors.class);

  /** The system tells starting times in hundredths of seconds since a start that it rounds. */
  private static final long SAME_START_MILLIS = 2_000;

  private final RunFiles files;
  private final Consumer<Survivor> onSurvivor;

  /**
   * @param onSurvivor told of each that was remembered; should it throw, it is told again by the
   *     next hub
   */
  Survivors(RunFiles files, Consumer<Survivor> onSurvivor) {
    this.files = files;
    this.onSurvivor = onSurvivor;
  }

  void end(Duration grace) {
    List<RunFiles.Remembered> all = files.all();
    if (all.isEmpty()) {
      return;
    }
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      all.forEach(run -> each.execute(() -> end(run, grace)));
    }
  }

  private void end(RunFiles.Remembered run, Duration grace) {
    if (!run.engine().isEmpty()) {
      endContainer(run);
      return;
    }
    Family family = new Family(new Mark(run.mark()));
    ProcessHandle.of(run.pid()).filter(process -> isThatOne(process, run)).ifPresent(family::with);
    try {
      Ending ending = Ending.HAD_EXITED;
      if (!family.isGone()) {
        ending = family.end(grace) ? Ending.KILLED : Ending.TERMINATED;
        LOG.warn(
            "{} '{}', process {}, had outlived its hub: {}",
            run.label(),
            run.name(),
            run.pid(),
            ending);
      }
      onSurvivor.accept(new Survivor(run.name(), run.label(), run.notes(), ending));
      files.delete(run.name());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("what '{}' has left could not be tidied up: {}", run.name(), e.toString());
    }
  }

  /** As long as its engine is away it is remembered, for the next hub or the agent's next start. */
  private void endContainer(RunFiles.Remembered run) {
    try {
      Engine engine = new Engine(Path.of(run.engine()));
      Ending ending = Ending.HAD_EXITED;
      boolean known = true;
      try {
        if (engine.removeAll(SupervisedProcess.labels(new Mark(run.mark())))) {
          ending = Ending.KILLED;
          LOG.warn("the container of {} '{}' had outlived its hub", run.label(), run.name());
        }
      } catch (IOException e) {
        known = false;
        LOG.warn(
            "whether a container of '{}' is left is not known: {}: {}",
            run.name(),
            run.engine(),
            e.getMessage());
      }
      // In any case: whatever it still does, it does not do it here.
      onSurvivor.accept(new Survivor(run.name(), run.label(), run.notes(), ending));
      if (known) {
        files.delete(run.name());
      }
    } catch (RuntimeException e) {
      LOG.warn("what '{}' has left could not be tidied up: {}", run.name(), e.toString());
    }
  }

  /** A pid alone may long be somebody else's. */
  private static boolean isThatOne(ProcessHandle process, RunFiles.Remembered run) {
    return run.pid() > 0
        && run.startedAt() > 0
        && Math.abs(NativeProcess.startedAt(process) - run.startedAt()) <= SAME_START_MILLIS;
  }
}
