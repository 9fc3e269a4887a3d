package dev.parley.stores.nats;

import static dev.parley.stores.nats.Hubs.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.testkit.nats.NatsServers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that loses the leader of the log while it is written. */
class ThreeServersTest {
  private static final int ENTRIES = 300;

  @TempDir Path folder;

  private final Hubs hubs = new Hubs();
  private NatsServers servers;

  @BeforeEach
  void start() {
    servers = NatsServers.cluster(folder);
  }

  @AfterEach
  void stop() {
    hubs.close();
    servers.close();
  }

  @Test
  void whenTheLeaderIsKilledWritingGoesOnAndNothingIsLostOrDoubled() {
    ClusterLog log = hubs.open(servers, "parley", 3);
    Cluster cluster = log.cluster();
    assertThat(cluster.followers()).hasSize(2);
    var heard = new Heard();
    log.follow(0, heard);

    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              long after = 0;
              for (int i = 0; i < ENTRIES; i++) {
                after = append(log, "entry " + i, after);
              }
            });
    await().atMost(Hubs.PATIENCE).until(() -> heard.entries.size() > ENTRIES / 10);
    servers.named(log.cluster().leader()).kill();
    writing.join();

    List<String> expected = IntStream.range(0, ENTRIES).mapToObj(i -> "entry " + i).toList();
    await()
        .atMost(Hubs.PATIENCE)
        .untilAsserted(() -> assertThat(heard.texts()).isEqualTo(expected));
    assertThat(log.extent().last()).isEqualTo(ENTRIES);
    assertThat(log.cluster().leader()).isNotEqualTo(cluster.leader());
  }
}
