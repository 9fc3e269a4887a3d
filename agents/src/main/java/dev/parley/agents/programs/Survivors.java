package dev.parley.agents.programs;

import dev.parley.identity.audit.AuditLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Programs of a hub that was killed. They are ended before this hub serves anybody: what they write
 * goes nowhere any more, and nobody would know of them (docs/adr/0030).
 */
final class Survivors {
  private static final Logger LOG = LoggerFactory.getLogger(Survivors.class);

  /** The system tells starting times in hundredths of seconds since a start that it rounds. */
  private static final long SAME_START_MILLIS = 2_000;

  private final RunFiles files;
  private final Credentials credentials;
  private final AuditLog audit;

  Survivors(RunFiles files, Credentials credentials, AuditLog audit) {
    this.files = files;
    this.credentials = credentials;
    this.audit = audit;
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
    credentials.withdraw(run.agent(), run.tokenHash());
    Family family = new Family(new Mark(run.mark()));
    ProcessHandle.of(run.pid()).filter(process -> isThatOne(process, run)).ifPresent(family::with);
    if (!family.isGone()) {
      try {
        boolean killed = family.end(grace);
        LOG.warn(
            "{} of agent '{}', process {}, had outlived its hub and was {}",
            run.command(),
            run.agent(),
            run.pid(),
            killed ? "killed" : "stopped");
        String subject = run.agent() + " " + run.command() + " left over";
        var _ = audit.add("hub", "agent.stop", subject, "ok", "");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    files.delete(run.agent());
  }

  /** A pid alone may long be somebody else's. */
  private static boolean isThatOne(ProcessHandle process, RunFiles.Remembered run) {
    return run.pid() > 0
        && run.startedAt() > 0
        && Math.abs(Run.startedAt(process) - run.startedAt()) <= SAME_START_MILLIS;
  }
}
