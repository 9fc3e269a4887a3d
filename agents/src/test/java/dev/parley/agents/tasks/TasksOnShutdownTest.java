package dev.parley.agents.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.turns.TurnsConfig;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.TaskStatus;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** COM-1: what becomes of tasks that are worked on when the hub is stopped. */
@Timeout(120)
class TasksOnShutdownTest {
  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_000_000);
  private final AtomicBoolean quick = new AtomicBoolean();

  /** Works until it is broken off, or at once. */
  private final Brain brain =
      (_, _) -> {
        if (!quick.get()) {
          new CountDownLatch(1).await();
        }
        return new Outcome.Answered("done");
      };

  private TaskHub hub(boolean fails) {
    return new TaskHub(
        RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced()),
        time,
        TurnsConfig.of(Map.of("slow", brain)).failingTasksOnShutdown(fails),
        Tasks.KEPT_MAX);
  }

  private String workedOn(TaskHub hub) {
    hub.having("ada").running("ada", "slow");
    String task = hub.task("developer", "ada", "dig");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> hub.get(task).status() == TaskStatus.WORKING);
    // Its brain is at work once the turn says what it does; breaking off before is as good.
    await().atMost(Duration.ofSeconds(30)).until(() -> hub.turns.running() == 1);
    return task;
  }

  @Test
  void whereTheyAreToFailEachIsFailedAndAnnouncedBeforeTheHubIsGone() {
    String task;
    String waiting;
    try (TaskHub hub = hub(true)) {
      task = workedOn(hub);
      hub.having("bob");
      waiting = hub.task("developer", "bob", "nobody thinks for bob");
    }
    quick.set(true);
    try (TaskHub hub = hub(true)) {
      assertThat(hub.get(task).status()).isEqualTo(TaskStatus.FAILED);
      assertThat(hub.get(task).note()).isEqualTo("the hub was stopped");
      assertThat(hub.types("developer"))
          .containsExactly(MessageType.TASK_STATUS, MessageType.TASK_RESULT);
      assertThat(hub.get(waiting).status()).isEqualTo(TaskStatus.SUBMITTED);
      // It is not made again, and the agent goes on with what comes next.
      String next = hub.task("developer", "ada", "once more");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> hub.get(next).status() == TaskStatus.COMPLETED);
      assertThat(hub.get(task).status()).isEqualTo(TaskStatus.FAILED);
    }
  }

  @Test
  void unlessToldOtherwiseTheyGoOnWhenTheHubIsStartedAgain() {
    String task;
    try (TaskHub hub = hub(false)) {
      task = workedOn(hub);
    }
    quick.set(true);
    try (TaskHub hub = hub(false)) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> hub.get(task).status() == TaskStatus.COMPLETED);
      assertThat(hub.types("developer"))
          .containsExactly(MessageType.TASK_STATUS, MessageType.TASK_RESULT);
    }
  }
}
