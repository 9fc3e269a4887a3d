package dev.parley.agents.tools;

import dev.parley.core.error.Refused;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits on the turn's thread for what the hub does elsewhere. */
public final class Waiting {
  private Waiting() {}

  /**
   * @throws Refused when it was refused
   */
  public static <T> T on(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }
}
