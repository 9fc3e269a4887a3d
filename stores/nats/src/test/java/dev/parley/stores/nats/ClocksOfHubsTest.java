package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hubs, and the server of their log, tell each other the time. */
class ClocksOfHubsTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final ClusterLog log = new TestCluster().log();

  @AfterEach
  void close() {
    log.close();
  }

  private static Clocks ahead(long millis) {
    return new Clocks(() -> System.currentTimeMillis() + millis, System::nanoTime);
  }

  @Test
  void twoHubsThatDifferBothKnowIt() {
    Clocks right = ahead(0);
    Clocks wrong = ahead(HOUR);
    try (Members _ = log.members("right", right);
        Members _ = log.members("wrong", wrong)) {
      await().until(() -> !right.isOnTime() && !wrong.isOnTime());

      assertThat(right.aheadMillis()).isNegative();
      assertThat(wrong.aheadMillis()).isPositive();
    }
  }

  @Test
  void ofThreeTheOneThatDiffersKnowsIt() {
    Clocks right = ahead(0);
    Clocks alsoRight = ahead(1_000);
    Clocks wrong = ahead(HOUR);
    try (Members _ = log.members("right", right);
        Members _ = log.members("also right", alsoRight);
        Members _ = log.members("wrong", wrong)) {
      await().until(() -> !wrong.isOnTime() && right.isOnTime() && alsoRight.isOnTime());
    }
  }

  @Test
  void whenTheOtherLeavesItsClockDoesNotCount() {
    Clocks right = ahead(0);
    try (Members _ = log.members("right", right)) {
      try (Members _ = log.members("wrong", ahead(HOUR))) {
        await().until(() -> !right.isOnTime());
      }
      await().until(right::isOnTime);
    }
  }

  @Test
  void aHubOnItsOwnIsToldByTheServer() {
    assumeTrue(log.serverTime() != null, "servers before 2.10 do not tell the time");
    Clocks wrong = ahead(HOUR);
    try (ServerClock _ = new ServerClock(log, wrong).start()) {
      assertThat(wrong.isOnTime()).isFalse();
    }
    Clocks right = ahead(0);
    try (ServerClock _ = new ServerClock(log, right).start()) {
      assertThat(right.isOnTime()).isTrue();
    }
  }
}
