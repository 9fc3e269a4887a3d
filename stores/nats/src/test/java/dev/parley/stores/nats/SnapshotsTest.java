package dev.parley.stores.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log is cut short, and whoever joins later misses nothing. */
class SnapshotsTest {
  /** At every look, if there is anything new. */
  private static final SnapshotPlan EAGER = new SnapshotPlan(1, Duration.ofMillis(5));

  private static final SnapshotPlan NEVER = new SnapshotPlan(Long.MAX_VALUE, Duration.ofHours(1));
  private static final byte[] LARGE = new byte[200_000];

  @TempDir Path directory;

  private final TestCluster cluster = new TestCluster();

  @Test
  void theLogForgetsWhatIsInASnapshotAndANewHubHasAllOfIt() {
    Map<String, String> all;
    try (NatsStore first = cluster.store(directory.resolve("first"), EAGER);
        ClusterLog log = cluster.log()) {
      writeUntilTheLogIsCut(first, log);
      commit(first, commit -> commit.put("t", "last", text("after the snapshot")));
      all = records(first);

      try (NatsStore second = cluster.store(directory.resolve("second"), NEVER)) {
        assertThat(records(second)).isEqualTo(all);
        commit(second, commit -> commit.put("t", "second", text("writes on")));
        all = records(second);
      }
    }
    try (NatsStore third = cluster.store(directory.resolve("third"), NEVER)) {
      assertThat(records(third)).isEqualTo(all);
    }
    try (ClusterLog log = cluster.log()) {
      assertThat(log.snapshots().whole()).hasSizeLessThanOrEqualTo(3);
    }
  }

  @Test
  void aHubThatWasAwayTooLongBeginsWithTheSnapshot() {
    Path away = directory.resolve("away");
    try (NatsStore hub = cluster.store(away, NEVER)) {
      commit(hub, commit -> commit.put("t", "early", text("1")));
    }
    Map<String, String> all;
    try (NatsStore busy = cluster.store(directory.resolve("busy"), EAGER);
        ClusterLog log = cluster.log()) {
      writeUntilTheLogIsCut(busy, log);
      all = records(busy);
    }
    try (NatsStore hub = cluster.store(away, NEVER)) {
      assertThat(records(hub)).isEqualTo(all).containsKey("early");
    }
  }

  @Test
  void aBrokenViewIsMadeAnew() throws Exception {
    Path view = directory.resolve("view");
    try (NatsStore hub = cluster.store(view, NEVER)) {
      commit(hub, commit -> commit.put("t", "a", text("1")));
    }
    Files.writeString(view.resolve("CURRENT"), "nonsense");

    try (NatsStore hub = cluster.store(view, NEVER)) {
      assertThat(records(hub)).containsOnlyKeys("a");
    }
  }

  @Test
  void aSnapshotThatIsNotWholeIsNotUsed() throws Exception {
    try (NatsStore hub = cluster.store(directory.resolve("first"), NEVER);
        ClusterLog log = cluster.log()) {
      commit(hub, commit -> commit.put("t", "a", text("1")));
      Path half = Files.createDirectories(directory.resolve("half"));
      Files.write(half.resolve("000001.sst"), LARGE);
      Files.write(half.resolve("000002.sst"), LARGE);
      assertThatThrownBy(
              () ->
                  log.snapshots()
                      .save(
                          half,
                          1,
                          "half",
                          _ -> {
                            throw new IllegalStateException("the hub ends here");
                          }))
          .hasMessage("the hub ends here");

      assertThat(log.snapshots().latest()).isEmpty();
    }
    try (NatsStore hub = cluster.store(directory.resolve("second"), NEVER)) {
      assertThat(records(hub)).containsOnlyKeys("a");
    }
  }

  @Test
  void aStoreFillsAnEmptyClusterAndHubsBeginWithIt() {
    Path copy = directory.resolve("store");
    try (MessageStore store = TestCluster.engine(copy)) {
      commit(store, commit -> commit.put("t", "a", text("1")));
    }
    try (ClusterLog log = cluster.log()) {
      Filling filling = new Filling(log, "checksum");
      assertThat(filling.isDone()).isFalse();
      // Until it is done the cluster is not an empty one that a hub could begin.
      assertThatThrownBy(() -> cluster.store(directory.resolve("early"), NEVER).close())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("parley migrate");

      new Filling(log, "checksum").fill(copy, TestCluster::engine, _ -> {});
      assertThat(new Filling(log, "checksum").isDone()).isTrue();
      assertThatThrownBy(() -> new Filling(log, "another"))
          .hasMessageContaining("has messages already");
    }
    try (NatsStore hub = cluster.store(directory.resolve("early"), NEVER)) {
      assertThat(records(hub)).containsExactly(Map.entry("a", "1"));
      commit(hub, commit -> commit.put("t", "b", text("2")));
    }
    try (NatsStore hub = cluster.store(directory.resolve("later"), NEVER);
        ClusterLog log = cluster.log()) {
      assertThat(records(hub)).containsOnlyKeys("a", "b");
      assertThatThrownBy(() -> new Filling(log, "checksum"))
          .hasMessageContaining("has messages already");
    }
  }

  private void writeUntilTheLogIsCut(NatsStore store, ClusterLog log) {
    int[] count = {0};
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              // The same again and again, so that the log grows and the view does not.
              commit(store, commit -> commit.put("t", "large", LARGE));
              commit(store, commit -> commit.put("t", "count" + count[0]++, text("x")));
              return log.extent().first() > 10;
            });
  }

  private static void commit(MessageStore store, Consumer<Commit> changes) {
    while (true) {
      try (Commit commit = store.begin()) {
        changes.accept(commit);
        commit.commit();
        return;
      } catch (Overtaken e) {
        boolean _ = ((NatsStore) store).takeOver(UnaryOperator.identity());
      }
    }
  }

  private static Map<String, String> records(MessageStore store) {
    Map<String, String> records = new TreeMap<>();
    store.forEachRecord("t", (key, value) -> records.put(key, new String(value, UTF_8)));
    return records;
  }

  private static byte[] text(String text) {
    return text.getBytes(UTF_8);
  }
}
