package dev.parley.agents.schedules;

import static dev.parley.agents.schedules.ScheduleHub.ADA;
import static dev.parley.agents.schedules.ScheduleHub.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many lives, each of which ends at some moment, often while a schedule fires. */
@Timeout(180)
class ScheduleCrashTest {
  private static final long START = 1_700_000_000_000L;

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(START);

  private ScheduleHub hub() {
    return new ScheduleHub(
        RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced()), time);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyTimeFiresExactlyOnce(long seed) {
    Random random = new Random(seed);
    for (int life = 0; life < 12; life++) {
      try (ScheduleHub hub = hub()) {
        if (life == 0) {
          hub.cron("tick", "*/10 * * * * *", "UTC", Missed.ALL);
        }
        int steps = random.nextInt(6);
        for (int i = 0; i < steps; i++) {
          time.advance(Duration.ofSeconds(random.nextInt(25)));
        }
        if (random.nextBoolean()) {
          hub.broker.close(); // as a crash: whoever is firing finds nobody to commit
        }
      }
      time.advance(Duration.ofSeconds(random.nextInt(60)));
    }
    try (ScheduleHub hub = hub()) {
      // In the middle between two ticks, so that none comes while we look.
      time.advance(Duration.ofMillis(15_000 - time.millis() % 10_000));
      List<Long> wanted = new ArrayList<>();
      for (long at = START; at <= time.millis(); at += 10_000) {
        if (at > START) {
          wanted.add(at);
        }
      }
      soon(
          time,
          () -> {
            // Enough for a second try, and too little for a further tick.
            time.advance(Duration.ofMillis(1));
            return hub.times().size() >= wanted.size();
          });
      assertThat(hub.times()).as("seed %d", seed).isEqualTo(wanted);
      soon(time, () -> hub.schedules.require(ADA, "tick").runs() == wanted.size());
    }
  }
}
