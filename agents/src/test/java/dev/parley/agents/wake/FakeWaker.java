package dev.parley.agents.wake;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A way that does what a test wants, and keeps whom it has told. */
final class FakeWaker implements Waker {
  private final String kind;
  final List<Call> calls = new CopyOnWriteArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  final AtomicInteger atOnce = new AtomicInteger();
  volatile @Nullable String failure;
  volatile @Nullable CountDownLatch held;

  FakeWaker(String kind) {
    this.kind = kind;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public String description() {
    return kind;
  }

  @Override
  public Set<String> required() {
    return Set.of();
  }

  @Override
  public void wake(Call call) throws IOException, InterruptedException {
    atOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
    calls.add(call);
    try {
      CountDownLatch latch = held;
      if (latch != null) {
        latch.await();
      }
      String why = failure;
      if (why != null) {
        throw new IOException(why);
      }
    } finally {
      running.decrementAndGet();
    }
  }
}
