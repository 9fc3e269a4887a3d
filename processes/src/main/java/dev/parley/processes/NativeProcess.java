package dev.parley.processes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process of this machine. */
final class NativeProcess implements Workload {
  private static final Logger LOG = LoggerFactory.getLogger(NativeProcess.class);

  private final Process process;
  private final Family family;

  /**
   * @param family it and what it starts
   */
  NativeProcess(Process process, Family family) {
    this.process = process;
    this.family = family;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public long startedAt() {
    return startedAt(process.toHandle());
  }

  static long startedAt(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  @Override
  public List<Thread> read(ProcessLog log, @Nullable OutputReader talks) {
    // Reading a pipe blocks a carrier: threads of its own, as many as there may be processes.
    return talks == null
        ? List.of(reader("output", () -> log.drain(process.getInputStream())))
        : List.of(
            reader("output", () -> read(process.getInputStream(), talks)),
            reader("errors", () -> log.drain(process.getErrorStream())));
  }

  private Thread reader(String what, Runnable reading) {
    return Thread.ofPlatform().daemon().name("parley-" + what + "-" + pid()).start(reading);
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

  @Override
  public boolean await(Duration longest) throws InterruptedException {
    return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public int await() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public int exitCode() {
    return process.isAlive() ? -1 : process.exitValue();
  }

  @Override
  public boolean end(Duration grace) throws InterruptedException {
    return family.end(grace);
  }

  @Override
  public void tidyUp() {
    // Nothing of it is left.
  }
}
