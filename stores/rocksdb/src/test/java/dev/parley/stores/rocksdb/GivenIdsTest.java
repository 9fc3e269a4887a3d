package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.testkit.store.Messages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids that senders chose are found, few keys are written for them, and those go in the end. */
class GivenIdsTest {
  private static final BoxId ADA = BoxId.inbox(new AgentId("ada"));
  private static final long NOW = Messages.EPOCH_MILLIS;

  @TempDir Path directory;

  private RocksStore open() {
    return RocksStore.open(directory.resolve("data"), RocksConfig.DEFAULT);
  }

  /** An id that a client made at that time. */
  private static MessageId madeAt(long unixMillis, long chance) {
    return MessageId.of(unixMillis, MessageId.NUMBER_MAX - chance, chance);
  }

  /** One commit with a message for each. */
  private static void append(RocksStore store, List<MessageId> ids) {
    try (Commit commit = store.begin()) {
      append(commit, ids);
      commit.commit();
    }
  }

  private static void append(Commit commit, List<MessageId> ids) {
    for (MessageId id : ids) {
      assertThat(commit.find(id)).as("new").isNull();
      byte[] json = Messages.json(id.toString());
      commit.append(
          new StoredMessage(commit.nextNumber(), id, NOW, Priority.NORMAL, 0, json),
          List.of(new Placement(ADA, State.ACCEPTED, null)));
      assertThat(commit.find(id)).as("in its own commit").isNotNull();
    }
  }

  private static List<MessageId> several(int count) {
    List<MessageId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(madeAt(NOW + i % 40, i));
    }
    return ids;
  }

  private static void assertFound(RocksStore store, MessageId id) {
    byte[] json = Messages.json(id.toString());
    assertThat(store.find(id).orElseThrow().json()).isEqualTo(json);
    assertThat(store.copiesOf(id)).hasSize(1);
    try (Commit commit = store.begin()) {
      StoredMessage found = commit.find(id);
      assertThat(found).isNotNull();
      assertThat(found.json()).isEqualTo(json);
      assertThat(commit.positionOf(ADA, id)).isNotNegative();
    }
  }

  private static boolean anyHasAKey(RocksStore store) {
    return store.engine().lastKey(Family.IDS, null) != null;
  }

  private static int pages(RocksStore store) {
    int pages = 0;
    byte[] from = {Keys.GIVEN_IDS};
    byte[] before = {Keys.GIVEN_IDS + 1};
    try (Cursor cursor = store.engine().cursor(null, Family.BOXES, from, before)) {
      for (; cursor.isAtKey(); cursor.next()) {
        pages++;
      }
    }
    return pages;
  }

  @Test
  void idsOfAboutNowShareFewKeysAndAreFoundNowAndAfterAStart() {
    List<MessageId> ids = several(1_000);
    try (RocksStore store = open()) {
      append(store, ids);
      ids.forEach(id -> assertFound(store, id));
      assertThat(pages(store)).isBetween(1, 1_000 / 32);
      assertThat(anyHasAKey(store)).isFalse();
    }
    try (RocksStore store = open()) {
      ids.forEach(id -> assertFound(store, id));
      append(store, List.of(madeAt(NOW + 1, 5_000), madeAt(NOW + 500, 5_001)));
      assertFound(store, madeAt(NOW + 1, 5_000));
      assertFound(store, madeAt(NOW + 500, 5_001));
      ids.forEach(id -> assertFound(store, id));
    }
  }

  @Test
  void otherIdsGetAKeyEachAndAreFoundAsWell() {
    List<MessageId> ids =
        List.of(
            new MessageId(0xFFFF_FFFF_FFFF_4FFFL, -1L),
            new MessageId(0x0123_4567_89AB_4CDEL, 0x8123_4567_89AB_CDEFL),
            madeAt(NOW + 3_600_000, 1),
            madeAt(NOW - 3_600_000, 2));
    try (RocksStore store = open()) {
      append(store, ids);
      ids.forEach(id -> assertFound(store, id));
      assertThat(pages(store)).isZero();
    }
    try (RocksStore store = open()) {
      ids.forEach(id -> assertFound(store, id));
      append(store, several(3));
      several(3).forEach(id -> assertFound(store, id));
    }
  }

  @Test
  void whoUsesOneMomentForEverythingCannotMakeLookingForItLong() {
    try (RocksStore store = open()) {
      for (int i = 0; i < RecentIds.PAGES_MAX + 20; i++) {
        append(store, List.of(madeAt(NOW, i)));
      }
      assertThat(pages(store)).isEqualTo(RecentIds.PAGES_MAX);
      for (int i = 0; i < RecentIds.PAGES_MAX + 20; i++) {
        assertFound(store, madeAt(NOW, i));
      }
    }
  }

  @Test
  void anIdWhoseCommitDidNotHappenIsNewStill() {
    List<MessageId> ids = several(100);
    try (RocksStore store = open()) {
      try (Commit commit = store.begin()) {
        append(commit, ids);
      }
      assertThat(ids).allMatch(id -> store.find(id).isEmpty());
      append(store, List.of(madeAt(NOW, 7_000))); // has the number that the first of them had
      append(store, ids);
      ids.forEach(id -> assertFound(store, id));
    }
  }

  @Test
  void aMessageThatIsFiledAgainIsStillFound() {
    BoxId bob = BoxId.inbox(new AgentId("bob"));
    try (RocksStore store = open()) {
      append(store, several(5));
      try (Commit commit = store.begin()) {
        assertThat(
                commit.place(several(5).get(3), List.of(new Placement(bob, State.ACCEPTED, null))))
            .isTrue();
        commit.commit();
      }
      assertThat(store.copiesOf(several(5).get(3))).hasSize(2);
    }
  }

  @Test
  void aPageGoesWithTheLastOfItsMessages() {
    List<MessageId> ids = several(20);
    try (RocksStore store = open()) {
      append(store, ids);
      int before = pages(store);
      trimAndSweep(store, 19);
      assertThat(store.find(ids.get(0))).isEmpty();
      assertFound(store, ids.get(19));
      assertThat(pages(store)).isBetween(1, before);

      trimAndSweep(store, 20);
      assertThat(pages(store)).isZero();
      append(store, ids.subList(0, 1)); // gone, so it is another message now
      assertFound(store, ids.getFirst());
    }
  }

  @Test
  void aKeyOfItsOwnGoesWithItsMessage() {
    try (RocksStore store = open()) {
      append(store, List.of(madeAt(NOW + 3_600_000, 1)));
      assertThat(anyHasAKey(store)).isTrue();
      trimAndSweep(store, 1);
      assertThat(anyHasAKey(store)).isFalse();
    }
  }

  private static void trimAndSweep(RocksStore store, long before) {
    try (Commit commit = store.begin()) {
      commit.trim(ADA, before);
      commit.commit();
    }
    while (store.sweep(1_000) > 0) {}
  }

  @Test
  void idsOfAStoreOfTheFormatBeforeStayGood() {
    MessageId id = madeAt(NOW, 1);
    try (RocksStore store = open()) {
      append(store, List.of(id));
      // As it was: a key for each.
      Batch batch = new Batch();
      batch.delete(Family.BOXES, Keys.givenIds(GivenIds.spanOf(id), 1));
      batch.put(Family.IDS, Keys.id(id), Keys.number(1));
      batch.put(Family.DEFAULT, Keys.FORMAT, "3".getBytes(StandardCharsets.US_ASCII));
      store.engine().write(batch, true);
    }
    try (RocksStore store = open()) {
      assertFound(store, id);
      append(store, several(10).subList(2, 10));
      assertFound(store, id);
      several(10).subList(2, 10).forEach(each -> assertFound(store, each));
    }
  }
}
