package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import dev.parley.testkit.store.Messages;
import dev.parley.testkit.store.StoreFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, or cannot be written. */
class DiskTroubleTest {
  private static final BoxId ADA = BoxId.inbox(new AgentId("ada"));
  private static final RocksConfig SMALL =
      new RocksConfig(1 << 20, 1 << 20, 4 << 20, 1 << 20, 100, 1 << 20, true, false);

  @TempDir Path directory;

  @Test
  void aFullDiskRefusesCommitsAndTheStoreGoesOnWhenThereIsRoomAgain() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 32)) {
      Path ballast = Files.write(disk.root().resolve("ballast"), new byte[16 << 20]);
      Path data = disk.root().resolve("data");
      long accepted = 0;
      try (RocksStore store = RocksStore.open(data, SMALL)) {
        StoreException refused = null;
        while (refused == null) {
          try {
            append(store, accepted);
            accepted++;
          } catch (StoreException e) {
            refused = e;
          }
        }
        assertThat(refused.reason()).isEqualTo(StoreException.Reason.FULL);
        assertThat(refused).hasMessageContaining(data.toString());
        assertHolds(store, accepted);

        Files.delete(ballast);
        long number = accepted;
        await()
            .atMost(Duration.ofSeconds(30))
            .pollInterval(Duration.ofMillis(200))
            .ignoreExceptionsInstanceOf(StoreException.class)
            .untilAsserted(() -> append(store, number));
        accepted++;
        assertHolds(store, accepted);
      }
      try (RocksStore store = RocksStore.open(data, SMALL)) {
        assertHolds(store, accepted);
      }
    }
  }

  /** One message of 16 KiB that does not compress. */
  private static void append(RocksStore store, long number) {
    byte[] json = new byte[16 << 10];
    new Random(number).nextBytes(json);
    StoredMessage message =
        new StoredMessage(number + 1, Messages.idOf(number + 1), 1, Priority.NORMAL, 0, json);
    try (Commit commit = store.begin()) {
      commit.append(message, List.of(new Placement(ADA, State.ACCEPTED, null)));
      commit.commit();
    }
  }

  private static void assertHolds(RocksStore store, long messages) {
    assertThat(store.stats(ADA).next()).isEqualTo(messages);
    assertThat(store.nextNumber()).isEqualTo(messages + 1);
    assertThat(StoreFixture.allOf(store, ADA))
        .extracting(copy -> copy.message().number())
        .hasSize((int) messages)
        .startsWith(1L)
        .endsWith(messages);
  }

  @Test
  void aReadOnlyDirectoryIsRefusedAtTheStart() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 32)) {
      Path data = disk.root().resolve("data");
      RocksStore.open(data, SMALL).close();
      disk.makeReadOnly();

      assertRefusedAsReadOnly(data);
      assertRefusedAsReadOnly(disk.root().resolve("other"));
    }
  }

  private static void assertRefusedAsReadOnly(Path data) {
    assertThatThrownBy(() -> RocksStore.open(data, SMALL))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.READ_ONLY))
        .hasMessageContaining(data.toString());
  }

  @Test
  void afterAnErrorTheEngineDoesNotGetOverTheStoreOpensItAgain() throws Exception {
    try (ChildJvm child = ChildJvm.start(LimitedChild.class, directory.toString())) {
      assertThat(child.line()).isEqualTo("committed");
      assertThat(child.line()).isEqualTo("refused FAILED");
      assertThat(child.line()).as("after the limit was lifted").isEqualTo("committed");
      assertThat(child.line()).isEqualTo("holds 2");
    }
  }
}
