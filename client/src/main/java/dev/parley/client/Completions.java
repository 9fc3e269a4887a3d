package dev.parley.client;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs what callers have hung on their answers, on virtual threads that each do one after the other
 * as long as there are any. Such work may call the client and wait, so it never runs on the
 * reader's thread, and there is always one more thread on its way while something waits: when one
 * is held up the next goes on with the rest. A thread for each would cost more than most of them
 * do.
 *
 * <p>What waits here are answers that have come, so it is bounded by what may be unanswered and by
 * how fast the hub answers.
 */
final class Completions implements Executor {
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** Is there a thread that was started and has not begun yet? */
  private final AtomicBoolean relief = new AtomicBoolean();

  @Override
  public void execute(Runnable completion) {
    waiting.add(completion);
    startRelief();
  }

  private void startRelief() {
    if (!relief.get() && relief.compareAndSet(false, true)) {
      Thread.startVirtualThread(this::run);
    }
  }

  private void run() {
    relief.set(false);
    for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
      if (!waiting.isEmpty()) {
        startRelief();
      }
      next.run();
    }
  }
}
