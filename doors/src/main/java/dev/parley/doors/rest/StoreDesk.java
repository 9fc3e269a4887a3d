package dev.parley.doors.rest;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads on which the store of apps is asked: it reads the disk, and signing takes a while.
 */
final class StoreDesk {
  private static final int THREADS = 4;
  private static final int WAITING_MAX = 128;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(WAITING_MAX),
          Thread.ofPlatform().daemon().name("parley-store-", 0).factory());

  StoreDesk() {
    threads.allowCoreThreadTimeOut(true);
  }

  <T> CompletableFuture<T> ask(Supplier<T> question) {
    try {
      return CompletableFuture.supplyAsync(question, threads);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          new Refused(ErrorCode.OVERLOADED, "too many ask the store; try again later"));
    }
  }
}
