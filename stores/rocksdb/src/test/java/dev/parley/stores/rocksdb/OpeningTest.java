package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.testkit.store.Messages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, closing, and saying clearly why not. */
class OpeningTest {
  private static final BoxId ADA = BoxId.inbox(new AgentId("ada"));

  @TempDir Path directory;

  private RocksStore open() {
    return RocksStore.open(directory.resolve("data"), RocksConfig.DEFAULT);
  }

  private static void append(RocksStore store) {
    try (Commit commit = store.begin()) {
      commit.append(
          Messages.numbered(store.nextNumber()), List.of(new Placement(ADA, State.ACCEPTED, null)));
      commit.commit();
    }
  }

  @Test
  void aSecondProcessIsToldThatTheDirectoryIsInUse() throws Exception {
    Path data = directory.resolve("data");
    try (ChildJvm child = ChildJvm.start(CommittingChild.class, data.toString(), "1")) {
      assertThat(child.line()).isEqualTo("open");

      assertRefused(Reason.IN_USE, data + " is in use by another process");
    }
  }

  @Test
  void theSameProcessCannotOpenItTwiceEither() {
    try (RocksStore first = open()) {
      assertRefused(Reason.IN_USE, "in use");
      append(first);
    }
  }

  @Test
  void anUnknownFormatIsRefusedWithWhatToDo() {
    try (RocksStore store = open()) {
      Batch batch = new Batch();
      batch.put(Family.DEFAULT, Keys.FORMAT, "7".getBytes(StandardCharsets.UTF_8));
      store.engine().write(batch, true);
    }

    assertRefused(Reason.CORRUPT, "format 7 and this version reads only 2, 3 and 4");
  }

  @Test
  void damageIsRefusedWithWhatToDo() throws Exception {
    try (RocksStore store = open()) {
      append(store);
    }
    try (Stream<Path> files = Files.list(directory.resolve("data"))) {
      Path manifest =
          files.filter(file -> file.toString().contains("MANIFEST")).findFirst().orElseThrow();
      Files.writeString(manifest, "not a manifest");
    }

    assertRefused(Reason.CORRUPT, "restore a backup");
  }

  private void assertRefused(Reason reason, String words) {
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(words);
  }

  @Test
  void closingTwiceIsAsGoodAsOnce() {
    RocksStore store = open();
    append(store);
    store.close();
    store.close();

    assertThatThrownBy(() -> store.stats(ADA)).hasMessageContaining("is closed");
    assertThatThrownBy(store::begin).hasMessageContaining("is closed");
  }

  @Test
  void closingUndoesACommitLeftOpen() {
    RocksStore store = open();
    Commit open = store.begin();
    open.append(Messages.numbered(1), List.of(new Placement(ADA, State.ACCEPTED, null)));
    store.close();
    open.close();

    try (RocksStore again = open()) {
      assertThat(again.stats(ADA).next()).isZero();
    }
  }

  @Test
  void aBackupTakenWhileInUseOpensAsItWasThen() {
    Path backup = directory.resolve("backup");
    try (RocksStore store = open()) {
      append(store);
      append(store);
      store.backup(backup);
      append(store);

      assertThatThrownBy(() -> store.backup(backup)).hasMessageContaining("exists already");
      try (RocksStore restored = RocksStore.open(backup, RocksConfig.DEFAULT)) {
        assertThat(restored.stats(ADA).next()).isEqualTo(2);
        assertThat(restored.find(Messages.idOf(2))).isPresent();
        append(restored);
      }
      assertThat(store.sizeOnDisk()).isPositive();
      assertThat(store.stats(ADA).next()).isEqualTo(3);
    }
  }

  @Test
  void aBackupCanBeMovedAsPlainFiles() throws Exception {
    Path backup = directory.resolve("backup");
    try (RocksStore store = open()) {
      append(store);
      store.backup(backup);
    }
    Path moved = CrashImage.of(backup, directory.resolve("moved")).directory();

    try (RocksStore restored = RocksStore.open(moved, RocksConfig.DEFAULT)) {
      assertThat(restored.stats(ADA).next()).isEqualTo(1);
    }
  }
}
