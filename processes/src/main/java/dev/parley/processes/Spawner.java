package dev.parley.processes;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Starts processes from one platform thread that lives as long as the hub. Linux ends a process
 * that wants to die with its parent (as sandboxes do, {@code bwrap --die-with-parent}) when the
 * <em>thread</em> that started it ends; carriers of virtual threads end after half a minute without
 * work.
 */
final class Spawner implements AutoCloseable {
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("parley-spawner").factory());

  /** Returns when the process runs. An interrupt is kept for later: it would be lost otherwise. */
  Process start(ProcessBuilder builder) throws IOException {
    Future<Process> started = thread.submit(builder::start);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return started.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
