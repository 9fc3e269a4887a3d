package dev.parley.doors.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Does something to many files, several at a time: a disk makes sixteen files durable in hardly
 * more time than one.
 */
final class ManyAtOnce {
  private static final int AT_ONCE = 16;

  /** What is done to each, on some virtual thread. */
  @FunctionalInterface
  interface Step<T> {
    void run(T item) throws IOException;
  }

  private ManyAtOnce() {}

  /**
   * Returns when all have been done. After a failure, or when the caller is interrupted, no further
   * ones are begun, and those under way have ended when this throws.
   */
  static <T> void each(List<T> items, Step<T> step) throws IOException {
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> strands = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < Math.min(AT_ONCE, items.size()); i++) {
        strands.add(
            threads.submit(
                () -> {
                  strand(items, step, next);
                  return null;
                }));
      }
    }
    for (Future<?> strand : strands) {
      switch (strand.state()) {
        case SUCCESS -> {}
        case FAILED -> throw asIs(strand.exceptionNow());
        case CANCELLED, RUNNING -> throw new InterruptedIOException("told to stop");
      }
    }
  }

  /** As it was thrown: others tell by its kind what went wrong. */
  private static IOException asIs(Throwable failure) {
    return switch (failure) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      default -> new IOException(failure);
    };
  }

  private static <T> void strand(List<T> items, Step<T> step, AtomicInteger next)
      throws IOException {
    try {
      for (int at = next.getAndIncrement(); at < items.size(); at = next.getAndIncrement()) {
        step.run(items.get(at));
      }
    } catch (IOException | RuntimeException e) {
      next.set(items.size());
      throw e;
    }
  }
}
