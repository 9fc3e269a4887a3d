package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManyAtOnceTest {
  private final Set<Integer> done = ConcurrentHashMap.newKeySet();

  @Test
  void everyOneIsDoneOnceWhenItReturns() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    ManyAtOnce.each(
        IntStream.range(0, 1_000).boxed().toList(),
        item -> {
          calls.incrementAndGet();
          done.add(item);
        });
    assertThat(done).hasSize(1_000);
    assertThat(calls).hasValue(1_000);
  }

  @Test
  void severalAreUnderWayTogether() throws IOException {
    CountDownLatch together = new CountDownLatch(16);
    ManyAtOnce.each(
        IntStream.range(0, 16).boxed().toList(),
        item -> {
          together.countDown();
          try {
            if (together.await(30, TimeUnit.SECONDS)) {
              done.add(item);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    assertThat(done).hasSize(16);
  }

  @Test
  void aFailureIsThrownAsItIsAndNothingFurtherIsBegun() {
    AtomicInteger calls = new AtomicInteger();
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(
            () ->
                ManyAtOnce.each(
                    IntStream.range(0, 10_000).boxed().toList(),
                    _ -> {
                      calls.incrementAndGet();
                      throw new NoSuchFileException("gone");
                    }));
    assertThat(calls.get()).isBetween(1, 16);
  }

  @Test
  void nothingIsDoneWithNothing() throws IOException {
    ManyAtOnce.each(IntStream.empty().boxed().toList(), done::add);
    assertThat(done).isEmpty();
  }
}
