package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DeadlinesTest {
  private static final long AN_HOUR = TimeUnit.HOURS.toNanos(1);

  private final BlockingQueue<Long> looked = new LinkedBlockingQueue<>();

  @Test
  void anEarlierDeadlineIsNotHeldUpByALaterOne() throws Exception {
    var deadlines = new Deadlines(now -> look(now, OptionalLong.empty()));
    deadlines.watch(System.nanoTime() + AN_HOUR);
    long soon = System.nanoTime() + 1_000;
    deadlines.watch(soon);

    assertThat(looked.take() - soon).isNotNegative();
  }

  @Test
  void whatIsLeftIsWatchedFurther() throws Exception {
    long first = System.nanoTime() + 1_000;
    var left = new AtomicLong(3);
    var deadlines =
        new Deadlines(
            now ->
                look(
                    now,
                    left.decrementAndGet() > 0
                        ? OptionalLong.of(now + 1_000)
                        : OptionalLong.empty()));
    deadlines.watch(first);

    for (int i = 0; i < 3; i++) {
      assertThat(looked.take() - first).isNotNegative();
    }
    assertThat(left).hasValue(0);
  }

  private OptionalLong look(long now, OptionalLong next) {
    looked.add(now);
    return next;
  }
}
