package dev.parley.agents.tasks;

import static dev.parley.agents.tasks.TaskHub.OWNER;
import static dev.parley.agents.tasks.TaskHub.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.TaskStatus;
import dev.parley.core.store.MessageStore;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A team works through its tasks while hubs die: each task ends exactly once. */
@Timeout(600)
class TaskTeamTest {
  private static final int TEAM = 20;
  private static final int LIVES = 10;

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(System.currentTimeMillis());

  private static Outcome think(BrainRequest request) {
    String content = String.valueOf(request.newest().draft().content());
    return content.endsWith("7")
        ? new Outcome.Failed("seven is too hard")
        : new Outcome.Answered("did " + content);
  }

  private static final Map<String, Brain> TEAM_BRAIN =
      Map.of("team", (request, _) -> think(request));

  private final Set<UUID> tried = ConcurrentHashMap.newKeySet();

  /** Thinks about each fifth task, the first time, until the hub goes down. */
  private Map<String, Brain> stuck() {
    return Map.of(
        "team",
        (request, _) -> {
          boolean fifth = String.valueOf(request.newest().draft().content()).matches(".*[05]");
          if (fifth && tried.add(request.turn())) {
            new CountDownLatch(1).await();
          }
          return think(request);
        });
  }

  private static void people(TaskHub hub) {
    hub.having("boss");
    for (int i = 0; i < TEAM; i++) {
      hub.having("w" + i).running("w" + i, "team");
    }
  }

  private static boolean allEnded(TaskHub hub, List<String> ids) {
    return ids.stream().noneMatch(id -> hub.get(id).isOpen());
  }

  private static void assertEachEndedOnce(TaskHub hub, List<String> ids) {
    Map<String, Integer> results = new HashMap<>();
    for (Message message : hub.inbox("boss")) {
      if (message.draft().type() == MessageType.TASK_RESULT) {
        results.merge(String.valueOf(message.draft().replyTo()), 1, Integer::sum);
      }
    }
    assertThat(results).hasSize(ids.size()).allSatisfy((_, count) -> assertThat(count).isOne());
    for (String id : ids) {
      Task task = hub.get(id);
      assertThat(task.status())
          .isEqualTo(task.title().endsWith("7") ? TaskStatus.FAILED : TaskStatus.COMPLETED);
    }
  }

  @Test
  void aThousandTasksAndTenDeathsOfTheHub() {
    List<String> ids = new ArrayList<>();
    for (int life = 0; life <= LIVES; life++) {
      MessageStore store =
          RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced());
      try (TaskHub hub = new TaskHub(store, time, life < LIVES ? stuck() : TEAM_BRAIN)) {
        if (life == 0) {
          people(hub);
        }
        for (int i = 0; i < (life < LIVES ? 100 : 0); i++) {
          ids.add(hub.task("boss", "w" + (ids.size() % TEAM), "task " + ids.size()));
        }
        if (life == LIVES) {
          await().atMost(Duration.ofSeconds(240)).until(() -> allEnded(hub, ids));
          assertEachEndedOnce(hub, ids);
        }
      }
    }
    assertThat(ids).hasSize(1_000);
    assertThat(tried).as("turns in which the hub went down").isNotEmpty();
  }

  @Test
  void aThousandTasksOnTwoHubsOfWhichOneDiesAgainAndAgain() throws IOException {
    try (NatsServers server = NatsServers.alone(directory.resolve("nats"));
        TaskHub stays = new TaskHub(shared(server, "stays"), time, TEAM_BRAIN)) {
      people(stays);
      List<String> ids = new ArrayList<>();
      for (int life = 0; life < LIVES; life++) {
        try (TaskHub dies = new TaskHub(shared(server, "dies"), time, stuck())) {
          done(dies.broker.caughtUp());
          for (int i = 0; i < 100; i++) {
            TaskHub at = i % 2 == 0 ? stays : dies;
            ids.add(at.task("boss", "w" + (ids.size() % TEAM), "task " + ids.size()));
          }
        }
      }
      done(stays.broker.caughtUp());
      // What the dead ones had claimed is taken over when their leases have run out.
      await()
          .atMost(Duration.ofSeconds(400))
          .until(
              () -> {
                time.advance(Duration.ofSeconds(1));
                return allEnded(stays, ids);
              });
      assertEachEndedOnce(stays, ids);
      assertThat(stays.tasks.list(OWNER, task -> task.isOf("w3"), Long.MAX_VALUE, 1_000))
          .hasSize(50);
    }
  }

  private MessageStore shared(NatsServers server, String name) {
    ClusterLog log =
        ClusterLog.open(
            new NatsSettings(
                server.urls(), "tasks", 1, new NatsLogin.None(), Duration.ofSeconds(20)));
    return NatsStore.open(
        log,
        directory.resolve(name),
        folder -> RocksStore.open(folder, RocksConfig.DEFAULT.unsynced(), log.hiddenNumbers()),
        SnapshotPlan.DEFAULT);
  }
}
