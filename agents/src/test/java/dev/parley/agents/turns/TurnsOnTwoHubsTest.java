package dev.parley.agents.turns;

import static dev.parley.agents.turns.TurnHub.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.State;
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
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One hub makes a session's turn; when it is gone another does. */
@Timeout(180)
class TurnsOnTwoHubsTest {
  private static final AutoRun AT_ONCE = AutoRun.by("brain").withDebounce(Duration.ZERO);

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(System.currentTimeMillis());
  private NatsServers server;

  @BeforeEach
  void start() throws IOException {
    server = NatsServers.alone(directory.resolve("nats"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private TurnHub hub(String name, Brain brain) {
    ClusterLog log =
        ClusterLog.open(
            new NatsSettings(
                server.urls(), "turns", 1, new NatsLogin.None(), Duration.ofSeconds(20)));
    NatsStore store =
        NatsStore.open(
            log,
            directory.resolve(name),
            folder -> RocksStore.open(folder, RocksConfig.DEFAULT.unsynced(), log.hiddenNumbers()),
            SnapshotPlan.DEFAULT);
    return new TurnHub(store, time, Map.of("brain", brain));
  }

  private static Outcome echo(BrainRequest request) {
    StringBuilder said = new StringBuilder();
    request.messages().forEach(each -> said.append(each.draft().content()).append(' '));
    return new Outcome.Answered(said.toString().strip());
  }

  @Test
  void everyMessageIsAnsweredOnceByOneOfThem() {
    try (TurnHub here = hub("here", (request, _) -> echo(request));
        TurnHub there = hub("there", (request, _) -> echo(request))) {
      here.having("ada", "bob").running("ada", AT_ONCE);
      done(there.broker.caughtUp());
      List<String> wanted = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        TurnHub from = i % 2 == 0 ? here : there;
        from.send("bob", "ada", "m" + i);
        wanted.add("m" + i);
      }
      // Where the other was faster a hub looks again after a second of the hub's clock.
      await()
          .atMost(Duration.ofSeconds(90))
          .until(
              () -> {
                time.advance(Duration.ofMillis(100));
                return said(here).size() >= wanted.size()
                    && here.turns.standing(new AgentId("ada")).isEmpty();
              });
      done(there.broker.caughtUp());
      assertThat(said(here)).containsExactlyInAnyOrderElementsOf(wanted);
      assertThat(said(there)).containsExactlyInAnyOrderElementsOf(wanted);
    }
  }

  @Test
  void whenTheHubThatMakesATurnIsGoneAnotherMakesIt() throws InterruptedException {
    HandBrain first = new HandBrain();
    HandBrain second = new HandBrain();
    MessageId id;
    try (TurnHub here = hub("here", first)) {
      here.having("ada", "bob").running("ada", AT_ONCE);
      id = here.send("bob", "ada", "hi");
      first.next();
    }
    try (TurnHub there = hub("there", second)) {
      there.settle();
      assertThat(second.askedSoFar()).as("its lease still holds").isZero();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                time.advance(Duration.ofSeconds(5));
                return second.askedSoFar() == 1;
              });
      second.answer("hello");
      there.ended("ada", 1);
      assertThat(there.contents("bob")).containsExactly("hello");
      assertThat(there.rung(id, "ada")).isEqualTo(State.ANSWERED);
    }
  }

  private static List<String> said(TurnHub hub) {
    return hub.contents("bob").stream().flatMap(each -> List.of(each.split(" ")).stream()).toList();
  }
}
