package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.MessageId;
import org.junit.jupiter.api.Test;

class RecentIdsTest {

  private static MessageId id(long n) {
    return new MessageId(n, n);
  }

  @Test
  void anIdAboveEveryStoredOneIsNewUntilItIsAdded() {
    RecentIds ids = new RecentIds(id(10));

    assertThat(ids.isNew(id(11))).isTrue();
    ids.add(id(11));
    assertThat(ids.isNew(id(11))).isFalse();
    assertThat(ids.isNew(id(12))).isTrue();
  }

  @Test
  void anIdAtOrBelowWhatWasStoredEarlierHasToBeLookedUp() {
    RecentIds ids = new RecentIds(id(10));

    assertThat(ids.isNew(id(10))).isFalse();
    assertThat(ids.isNew(id(3))).isFalse();
  }

  @Test
  void whatIsForgottenRaisesTheFloor() {
    RecentIds ids = new RecentIds(null);
    for (int i = 1; i <= RecentIds.REMEMBERED_MAX + 5; i++) {
      ids.add(id(i));
    }

    for (int i = 1; i <= RecentIds.REMEMBERED_MAX + 5; i++) {
      assertThat(ids.isNew(id(i))).as("id %d", i).isFalse();
    }
    assertThat(ids.isNew(id(RecentIds.REMEMBERED_MAX + 6))).isTrue();
  }

  @Test
  void anIdFromTheFarFutureIsNeverTakenForNewTwice() {
    RecentIds ids = new RecentIds(null);
    MessageId future = id(Long.MAX_VALUE);
    ids.add(future);
    for (int i = 1; i <= RecentIds.REMEMBERED_MAX; i++) {
      ids.add(id(i));
    }

    assertThat(ids.isNew(future)).isFalse();
    assertThat(ids.isNew(id(1_000_000))).isFalse(); // only slower: it is looked up
  }
}
