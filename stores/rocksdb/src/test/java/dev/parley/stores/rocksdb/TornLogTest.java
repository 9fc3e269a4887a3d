package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.testkit.store.Messages;
import dev.parley.testkit.store.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that was cut short is found at the next start, reported, and cut off. */
class TornLogTest {
  private static final BoxId ADA = BoxId.inbox(new AgentId("ada"));
  private static final int COMMITS = 60;
  private static final int MESSAGES_A_COMMIT = 10;

  @TempDir Path directory;
  private CrashImage image;

  /** Ends with a commit that is larger than anything the tests cut off. */
  @BeforeEach
  void fillAndCrash() throws IOException {
    Path open = directory.resolve("open");
    try (RocksStore store = RocksStore.open(open, RocksConfig.DEFAULT)) {
      for (int commit = 0; commit < COMMITS; commit++) {
        append(store);
      }
      image = CrashImage.of(open, directory.resolve("crashed"));
    }
  }

  private static void append(RocksStore store) {
    long number = store.nextNumber();
    try (Commit commit = store.begin()) {
      for (int i = 0; i < MESSAGES_A_COMMIT; i++) {
        commit.append(
            Messages.numbered(number + i), List.of(new Placement(ADA, State.ACCEPTED, null)));
      }
      commit.commit();
    }
  }

  @Test
  void aLogThatIsWholeIsNotReported() {
    try (RocksStore store = RocksStore.open(image.directory(), RocksConfig.DEFAULT)) {
      assertThat(store.recovery().isTorn()).isFalse();
      assertHolds(store, COMMITS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 500})
  void aCommitCutShortIsGoneAndTheOnesBeforeItAreThere(int bytes) throws IOException {
    image.cutLogBy(bytes);

    assertTornAfter(COMMITS - 1);
  }

  @Test
  void aCommitWithWrongBytesIsGoneAndTheOnesBeforeItAreThere() throws IOException {
    image.overwriteInLog(300, new byte[100]);

    assertTornAfter(COMMITS - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8, 1_000, 100_000})
  void garbageAfterTheLastCommitIsCutOff(int bytes) throws IOException {
    byte[] garbage = new byte[bytes];
    new Random(bytes).nextBytes(garbage);
    image.appendToLog(garbage);

    assertTornAfter(COMMITS);
  }

  @ParameterizedTest
  @ValueSource(ints = {2_000, 20_000, 60_000})
  void aDamagedPlaceWithWholeCommitsBehindItIsRefusedUntilTheOwnerAcceptsTheLoss(int fromTheEnd)
      throws IOException {
    image.flipBitInLog(fromTheEnd);

    assertThatThrownBy(() -> RocksStore.open(image.directory(), RocksConfig.DEFAULT))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.CORRUPT))
        .hasMessageContaining("is damaged at byte")
        .hasMessageContaining("store.acceptDamage=true");
    assertThat(StoreFiles.damageIn(image.directory(), () -> true)).hasSize(1);

    try (RocksStore store =
        RocksStore.open(image.directory(), RocksConfig.DEFAULT.acceptingDamage(true))) {
      assertThat(store.recovery().findings())
          .singleElement()
          .asString()
          .contains("what was written after it is lost");
      long left = store.nextNumber() - 1;
      assertThat(left).isLessThan(COMMITS * MESSAGES_A_COMMIT);
      assertHolds(store, (int) left / MESSAGES_A_COMMIT);
    }
  }

  @Test
  void aLogThatHasVanishedIsRefusedUntilTheOwnerAcceptsTheLoss() throws IOException {
    image.deleteLogs();

    assertThatThrownBy(() -> RocksStore.open(image.directory(), RocksConfig.DEFAULT))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.CORRUPT))
        .hasMessageContaining("the newest log is missing")
        .hasMessageContaining("store.acceptDamage=true");
    assertThat(StoreFiles.damageIn(image.directory(), () -> true)).hasSize(1);

    try (RocksStore store =
        RocksStore.open(image.directory(), RocksConfig.DEFAULT.acceptingDamage(true))) {
      assertThat(store.recovery().findings()).singleElement().asString().contains("missing");
      assertThat(store.nextNumber()).isEqualTo(1);
      append(store);
    }
    try (RocksStore store = RocksStore.open(image.directory(), RocksConfig.DEFAULT)) {
      assertThat(store.recovery().isTorn()).isFalse();
      assertHolds(store, 1);
    }
  }

  @Test
  void aFlippedBitInATableIsFoundByReadingAllOfThem() throws IOException {
    try (RocksStore store = RocksStore.open(image.directory(), RocksConfig.DEFAULT)) {
      store.engine().compact();
    }
    assertThat(StoreFiles.damageIn(image.directory(), () -> true)).isEmpty();

    image.flipBitInLargestTable();

    assertThat(StoreFiles.damageIn(image.directory(), () -> true))
        .singleElement()
        .asString()
        .contains(".sst is damaged");
  }

  private void assertTornAfter(int commits) {
    try (RocksStore store = RocksStore.open(image.directory(), RocksConfig.DEFAULT)) {
      assertThat(store.recovery().findings())
          .singleElement()
          .asString()
          .containsPattern("\\d+.log: ends with a write that was not finished");
      assertHolds(store, commits);
      append(store);
    }
    try (RocksStore store = RocksStore.open(image.directory(), RocksConfig.DEFAULT)) {
      assertThat(store.recovery().isTorn()).as("once is enough").isFalse();
      assertHolds(store, commits + 1);
    }
  }

  private static void assertHolds(RocksStore store, int commits) {
    int messages = commits * MESSAGES_A_COMMIT;
    assertThat(store.stats(ADA).next()).isEqualTo(messages);
    assertThat(store.nextNumber()).isEqualTo(messages + 1);
    assertThat(StoreFixture.allOf(store, ADA))
        .extracting(copy -> copy.message().number())
        .hasSize(messages)
        .startsWith(1L)
        .endsWith((long) messages);
  }
}
