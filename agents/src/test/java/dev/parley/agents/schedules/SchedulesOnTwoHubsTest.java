package dev.parley.agents.schedules;

import static dev.parley.agents.schedules.ScheduleHub.ADA;
import static dev.parley.agents.schedules.ScheduleHub.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.NatsLogin;
import dev.parley.stores.nats.NatsSettings;
import dev.parley.stores.nats.NatsStore;
import dev.parley.stores.nats.SnapshotPlan;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.nats.NatsServers;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of two hubs that both see that it is time, one fires. */
@Timeout(180)
class SchedulesOnTwoHubsTest {
  private static final int TIMES = 20;

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(System.currentTimeMillis() / 10_000 * 10_000);
  private NatsServers server;

  @BeforeEach
  void start() throws IOException {
    server = NatsServers.alone(directory.resolve("nats"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ScheduleHub hub(String name) {
    ClusterLog log =
        ClusterLog.open(
            new NatsSettings(
                server.urls(), "schedules", 1, new NatsLogin.None(), Duration.ofSeconds(20)));
    return new ScheduleHub(
        NatsStore.open(
            log,
            directory.resolve(name),
            folder -> RocksStore.open(folder, RocksConfig.DEFAULT.unsynced(), log.hiddenNumbers()),
            SnapshotPlan.DEFAULT),
        time);
  }

  private void until(java.util.concurrent.Callable<Boolean> holds) {
    await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () -> {
              time.advance(Duration.ofMillis(100));
              return holds.call();
            });
  }

  @Test
  void everyTimeFiresOnceAndBothKnow() {
    long first = time.millis() / 1_000 * 1_000 + 1_000;
    try (ScheduleHub here = hub("here");
        ScheduleHub there = hub("there")) {
      here.cron("tick", "* * * * * *", "UTC", Missed.ALL);
      done(there.broker.caughtUp());
      until(() -> here.times().size() >= TIMES);
      done(here.schedules.setEnabled(ADA, "tick", false, true).handle((_, _) -> true));
      done(here.broker.caughtUp());
      done(there.broker.caughtUp());
      List<Long> times = here.times();
      List<Long> wanted = new ArrayList<>();
      for (int i = 0; i < times.size(); i++) {
        wanted.add(first + i * 1_000L);
      }
      assertThat(times).isEqualTo(wanted);
      assertThat(there.times()).isEqualTo(wanted);
    }
  }

  @Test
  void whenOneIsGoneTheOtherGoesOn() {
    try (ScheduleHub there = hub("there")) {
      try (ScheduleHub here = hub("here")) {
        here.cron("tick", "*/10 * * * * *", "UTC", Missed.SKIP);
        done(there.broker.caughtUp());
      }
      until(() -> there.times().size() == 2);
      until(() -> there.schedules.require(ADA, "tick").runs() >= 2);
    }
  }
}
