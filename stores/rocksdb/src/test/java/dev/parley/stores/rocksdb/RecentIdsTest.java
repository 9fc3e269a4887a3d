package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.MessageId;
import org.junit.jupiter.api.Test;

class RecentIdsTest {
  /** An id of its own span. */
  private static MessageId id(long span) {
    return MessageId.of(span * 16, span, span);
  }

  private static void add(RecentIds ids, MessageId id, long number) {
    assertThat(ids.takesPage(GivenIds.spanOf(id))).isTrue();
    ids.add(id, number);
  }

  @Test
  void anIdOfALaterTimeThanAnyPageIsInNoneUntilItIsAdded() {
    RecentIds ids = new RecentIds(10);

    assertThat(ids.isInNoPage(id(11))).isTrue();
    add(ids, id(11), 4);
    assertThat(ids.isInNoPage(id(11))).isFalse();
    assertThat(ids.numberOf(id(11))).isEqualTo(4);
    assertThat(ids.isInNoPage(id(12))).isTrue();
  }

  @Test
  void anIdOfATimeWithEarlierPagesHasToBeLookedUpAndGetsNoPage() {
    RecentIds ids = new RecentIds(10);

    assertThat(ids.isInNoPage(id(10))).isFalse();
    assertThat(ids.isInNoPage(id(3))).isFalse();
    assertThat(ids.takesPage(10)).isFalse();
  }

  @Test
  void theEarliestAreForgottenFirstAndHaveToBeLookedUpFromThenOn() {
    RecentIds ids = new RecentIds(-1);
    MessageId ahead = id(1_000_000);
    add(ids, ahead, 1);
    for (int i = 1; i <= RecentIds.REMEMBERED_MAX + 5; i++) {
      add(ids, id(i), i);
    }
    ids.forget();

    assertThat(ids.numberOf(id(1))).isNull();
    assertThat(ids.isInNoPage(id(1))).isFalse();
    assertThat(ids.numberOf(id(RecentIds.REMEMBERED_MAX + 5))).isNotNull();
    assertThat(ids.isInNoPage(id(RecentIds.REMEMBERED_MAX + 6))).isTrue();
    assertThat(ids.numberOf(ahead)).as("it slows nobody down").isEqualTo(1);
  }

  @Test
  void aSpanTakesSoManyPagesAndNoMore() {
    RecentIds ids = new RecentIds(-1);
    for (int i = 0; i < RecentIds.PAGES_MAX; i++) {
      assertThat(ids.takesPage(5)).isTrue();
    }

    assertThat(ids.takesPage(5)).isFalse();
    assertThat(ids.takesPage(6)).isTrue();
  }
}
