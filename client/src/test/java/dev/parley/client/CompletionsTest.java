package dev.parley.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CompletionsTest {
  private static final long SOON = 20;

  @Test
  void whoeverIsHeldUpHoldsUpNobodyElse() throws InterruptedException {
    Completions completions = new Completions();
    int many = 50;
    CountDownLatch done = new CountDownLatch(many);
    CountDownLatch last = new CountDownLatch(1);
    for (int i = 0; i < many; i++) {
      completions.execute(
          () -> {
            await(last); // each waits for the one that comes behind them all
            done.countDown();
          });
    }
    completions.execute(last::countDown);

    assertThat(done.await(SOON, SECONDS)).isTrue();
  }

  @Test
  void eachIsRunOnceWhoeverBringsIt() throws InterruptedException {
    Completions completions = new Completions();
    int each = 20_000;
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(4 * each);
    for (int bringer = 0; bringer < 4; bringer++) {
      Thread.startVirtualThread(
          () -> {
            for (int i = 0; i < each; i++) {
              completions.execute(
                  () -> {
                    runs.incrementAndGet();
                    done.countDown();
                  });
            }
          });
    }

    assertThat(done.await(SOON, SECONDS)).isTrue();
    assertThat(runs).hasValue(4 * each);
  }

  @Test
  void aLoneOneIsRunAtOnce() throws InterruptedException {
    Completions completions = new Completions();
    for (int i = 0; i < 1_000; i++) {
      CountDownLatch done = new CountDownLatch(1);
      completions.execute(done::countDown);
      assertThat(done.await(SOON, SECONDS)).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
