package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.testkit.store.Messages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids that the hub made lead to their messages without an index, and do not show the number. */
class HubIdsTest {
  private static final BoxId ADA = BoxId.inbox(new AgentId("ada"));

  @TempDir Path directory;

  private RocksStore open() {
    return RocksStore.open(directory.resolve("data"), RocksConfig.DEFAULT);
  }

  private static void append(RocksStore store, MessageId id) {
    try (Commit commit = store.begin()) {
      commit.append(
          Messages.withId(store.nextNumber(), id),
          List.of(new Placement(ADA, State.ACCEPTED, null)));
      commit.commit();
    }
  }

  private static MessageId made(RocksStore store) {
    return MessageId.of(1, store.hiddenNumbers().hide(store.nextNumber()), 7);
  }

  private static void assertFound(RocksStore store, MessageId id, long number) {
    assertThat(store.find(id).orElseThrow().number()).isEqualTo(number);
    assertThat(store.copiesOf(id)).hasSize(1);
    try (Commit commit = store.begin()) {
      assertThat(commit.positionOf(ADA, id)).isEqualTo(number - 1);
    }
  }

  private static boolean hasIndex(RocksStore store) {
    return store.engine().lastKey(Family.IDS, null) != null;
  }

  @Test
  void anIdThatTheHubMadeNeedsNoIndexNowAndAfterAStart() {
    MessageId id;
    try (RocksStore store = open()) {
      id = made(store);
      append(store, id);
      assertFound(store, id, 1);
      assertThat(hasIndex(store)).isFalse();
    }
    try (RocksStore store = open()) {
      assertFound(store, id, 1);
    }
  }

  @Test
  void twoStoresHideNumbersEachInItsOwnWay() {
    HiddenNumbers first;
    try (RocksStore store = open()) {
      first = store.hiddenNumbers();
    }
    try (RocksStore other = RocksStore.open(directory.resolve("other"), RocksConfig.DEFAULT)) {
      assertThat(other.hiddenNumbers().hide(1)).isNotEqualTo(first.hide(1));
    }
    HiddenNumbers given = HiddenNumbers.from("a log");
    try (RocksStore view = RocksStore.open(directory.resolve("view"), RocksConfig.DEFAULT, given)) {
      assertThat(view.hiddenNumbers().hide(1)).isEqualTo(given.hide(1));
    }
    try (RocksStore view = RocksStore.open(directory.resolve("view"), RocksConfig.DEFAULT, first)) {
      assertThat(view.hiddenNumbers().hide(1)).as("kept for good").isEqualTo(given.hide(1));
    }
  }

  @Test
  void anIdOfAnotherKeyIsFoundByTheIndex() {
    try (RocksStore store = open()) {
      MessageId id = MessageId.of(1, HiddenNumbers.from("another hub").hide(1), 7);
      append(store, id);

      assertFound(store, id, 1);
      assertThat(hasIndex(store)).isTrue();
    }
  }

  @Test
  void idsOfAStoreOfTheFormatBeforeStayGood() {
    MessageId shown = MessageId.of(1, 1, 7);
    MessageId hidden;
    try (RocksStore store = open()) {
      // As it was: numbers stand in ids as they are.
      Batch batch = new Batch();
      byte[] nothingHidden = ByteBuffer.allocate(24).putLong(16, Long.MAX_VALUE).array();
      batch.put(Family.DEFAULT, Keys.HIDING, nothingHidden);
      store.engine().write(batch, true);
    }
    try (RocksStore store = open()) {
      append(store, shown);
      assertThat(hasIndex(store)).isFalse();
      Batch batch = new Batch();
      batch.delete(Family.DEFAULT, Keys.HIDING);
      batch.put(Family.DEFAULT, Keys.FORMAT, "2".getBytes(StandardCharsets.US_ASCII));
      store.engine().write(batch, true);
    }

    try (RocksStore store = open()) {
      hidden = made(store);
      append(store, hidden);
      assertFound(store, shown, 1);
      assertFound(store, hidden, 2);
      assertThat(hasIndex(store)).isFalse();
      assertThat(store.engine().get(Family.DEFAULT, Keys.FORMAT)).isEqualTo(new byte[] {'4'});
    }
    try (RocksStore store = open()) {
      assertFound(store, shown, 1);
      assertFound(store, hidden, 2);
    }
  }
}
