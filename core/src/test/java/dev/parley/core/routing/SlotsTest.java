package dev.parley.core.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotsTest {

  @Test
  void elementsOfOneHashStandOneAfterTheOther() {
    var slots = new Slots<String>(8);
    slots.put(3, "first");
    slots.put(3, "second");

    int first = slots.first(3);
    int second = slots.next(3, first);

    assertThat(slots.element(first)).isEqualTo("first");
    assertThat(slots.element(second)).isEqualTo("second");
    assertThat(slots.next(3, second)).isNegative();
  }

  @Test
  void aRemovalLeavesTheWayToWhatStandsBehindIt() {
    var slots = new Slots<String>(8);
    slots.put(3, "first");
    slots.put(11, "same place, other hash");
    slots.clear(slots.first(3));

    assertThat(slots.element(slots.first(11))).isEqualTo("same place, other hash");
  }

  @Test
  void aRemovedPlaceIsUsedAgain() {
    var slots = new Slots<String>(4);
    for (int i = 0; i < 100; i++) {
      assertThat(slots.isFull()).isFalse();
      slots.put(4 * i + 1, "guest");
      slots.clear(slots.first(4 * i + 1));
    }
    assertThat(slots.isEmpty()).isTrue();
  }

  @Test
  void aSearchEndsEvenInATableThatIsFull() {
    var slots = new Slots<String>(4);
    for (int i = 0; !slots.isFull(); i++) {
      slots.put(i, "element");
    }

    assertThat(slots.first(17)).isNegative();
  }

  @Test
  void theHashZeroIsAHashLikeAnyOther() {
    var slots = new Slots<String>(4);
    slots.put(0, "zero");

    assertThat(slots.element(slots.first(0))).isEqualTo("zero");
    var copy = new Slots<String>(4);
    copy.putAll(slots);
    assertThat(copy.element(copy.first(0))).isEqualTo("zero");
  }
}
