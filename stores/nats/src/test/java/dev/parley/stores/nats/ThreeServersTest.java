package dev.parley.stores.nats;

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
  private static final int ENTRIES = 150;

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
  void whenTheLeaderIsKilledWritersThatRaceGoOnAndNothingIsLostOrDoubled() {
    ClusterLog here = hubs.open(servers, "parley", 3);
    ClusterLog there = hubs.open(servers, "parley", 3);
    Cluster cluster = here.cluster();
    assertThat(cluster.followers()).hasSize(2);
    var heardHere = new Heard();
    var heardThere = new Heard();
    here.follow(0, heardHere);
    there.follow(0, heardThere);

    var racing =
        List.of(
            Hubs.appendMany(here, heardHere, "here", ENTRIES),
            Hubs.appendMany(there, heardThere, "there", ENTRIES));
    await().atMost(Hubs.PATIENCE).until(() -> heardHere.entries.size() > ENTRIES / 5);
    servers.named(here.cluster().leader()).kill();
    racing.forEach(CompletableFuture::join);

    await()
        .atMost(Hubs.PATIENCE)
        .until(() -> heardHere.entries.size() + heardThere.entries.size() >= 4 * ENTRIES);
    assertThat(heardThere.entries).isEqualTo(heardHere.entries);
    for (String writer : List.of("here", "there")) {
      assertThat(heardHere.texts().stream().filter(text -> text.startsWith(writer)))
          .containsExactlyElementsOf(
              IntStream.range(0, ENTRIES).mapToObj(i -> writer + i).toList());
    }
    assertThat(here.extent().last()).isEqualTo(2 * ENTRIES);
    assertThat(here.cluster().leader()).isNotEqualTo(cluster.leader());
  }

  @Test
  void aLeaderThatIsAskedToLeavesTheLogToAnotherAndWritingGoesOn() {
    ClusterLog log = hubs.open(servers, "parley", 3);
    var heard = new Heard();
    log.follow(0, heard);
    Hubs.appendAtTheEnd(log, heard, "before");
    String leader = log.cluster().leader();

    log.stuck().askForAnotherLeader();

    await().atMost(Hubs.PATIENCE).until(() -> !log.cluster().leader().equals(leader));
    Hubs.appendAtTheEnd(log, heard, "after");
    await()
        .atMost(Hubs.PATIENCE)
        .untilAsserted(() -> assertThat(heard.texts()).containsExactly("before", "after"));
  }
}
