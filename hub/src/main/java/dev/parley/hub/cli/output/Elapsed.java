package dev.parley.hub.cli.output;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for something that does not say how far it is, and shows that it is still waited for. */
public final class Elapsed {
  private Elapsed() {}

  public static <T> T await(Console console, String what, CompletableFuture<T> result)
      throws InterruptedException, ExecutionException {
    boolean shown = false;
    try {
      for (int seconds = 1; ; seconds++) {
        try {
          return result.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
          shown = show(console, what + " … " + seconds + " s", seconds) || shown;
        }
      }
    } finally {
      if (shown && console.isTerminal()) {
        console.err().print("\r\u001b[K");
        console.err().flush();
      }
    }
  }

  private static boolean show(Console console, String line, int seconds) {
    if (console.isTerminal()) {
      console.err().print("\r\u001b[K" + line);
      console.err().flush();
      return true;
    }
    if (seconds % 10 == 0) {
      console.note(line);
    }
    return false;
  }
}
