package dev.parley.core.history;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads that read the store. Platform threads: reads are native calls, which would pin a
 * virtual thread's carrier. What waits for them is bounded by those who ask.
 */
public final class Readers implements Executor, AutoCloseable {
  private static final int THREADS = 2;
  private static final int PATIENCE_SECONDS = 2;

  private final ExecutorService threads;

  private Readers(ExecutorService threads) {
    this.threads = threads;
  }

  public static Readers onThreadsOfTheirOwn() {
    return new Readers(
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().name("parley-reader-", 0).factory()));
  }

  /** Reads happen on the thread that asks for them. For simulations. */
  public static Readers onTheCallersThread() {
    return new Readers(new CallersThread());
  }

  @Override
  public void execute(Runnable command) {
    threads.execute(command);
  }

  public <T> CompletableFuture<T> read(Supplier<T> read) {
    try {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              return read.get();
            } catch (StoreException e) {
              throw e.toRefused();
            }
          },
          threads);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping"));
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
