package dev.parley.bench.runtime;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.core.address.Path;
import dev.parley.core.message.Draft;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How long after a message is durable its brain is called, with a debounce of 0: the follower of
 * the journal, the commit that files it, the commit that claims the turn, and the thread. One turn
 * after the other, each in a conversation of its own.
 */
public final class TurnOverhead {
  private static final int WARM_UP = 300;
  private static final long PATIENCE_SECONDS = 30;

  private final LinkedBlockingQueue<Long> called = new LinkedBlockingQueue<>();

  private TurnOverhead() {}

  /** In nanoseconds, of so many turns. */
  public static long[] measure(java.nio.file.Path directory, int turns)
      throws InterruptedException, ExecutionException, TimeoutException {
    return new TurnOverhead().measured(directory, turns);
  }

  private long[] measured(java.nio.file.Path directory, int turns)
      throws InterruptedException, ExecutionException, TimeoutException {
    Brain brain =
        (_, _) -> {
          called.add(System.nanoTime());
          return new Outcome.Declined("measured");
        };
    try (RuntimeHub hub = RuntimeHub.open(directory, brain)) {
      hub.agent("ada");
      hub.agent("bob");
      hub.running("ada");
      long[] nanos = new long[turns];
      for (int i = -WARM_UP; i < turns; i++) {
        long taken = one(hub, i);
        if (i >= 0) {
          nanos[i] = taken;
        }
      }
      return nanos;
    }
  }

  private long one(RuntimeHub hub, int i)
      throws InterruptedException, ExecutionException, TimeoutException {
    Draft draft =
        Draft.from("bob")
            .to(Path.parse("agent/ada"))
            .content("hello")
            .conversationId("c" + i)
            .build();
    long durable =
        hub.send(draft).thenApply(_ -> System.nanoTime()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    Long at = called.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (at == null) {
      throw new TimeoutException("the brain was not called");
    }
    return at - durable;
  }
}
