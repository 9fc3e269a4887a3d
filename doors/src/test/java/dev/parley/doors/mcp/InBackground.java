package dev.parley.doors.mcp;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Something that blocks, on a thread of its own: the common pool belongs to HTTP clients. */
final class InBackground {
  private InBackground() {}

  static <T> CompletableFuture<T> call(Supplier<T> blocking) {
    return CompletableFuture.supplyAsync(blocking, task -> Thread.ofVirtual().start(task));
  }
}
