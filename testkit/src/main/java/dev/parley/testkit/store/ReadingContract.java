package dev.parley.testkit.store;

import static dev.parley.testkit.store.StoreFixture.positions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** History: boxes read from either end, from a position or from a time. */
public interface ReadingContract extends StoreFixture {

  @Test
  default void aBoxIsReadForwardFromAnyPosition() {
    fill(ADA, 400);

    assertThat(positions(store().readForward(ADA, 0, 3))).containsExactly(0L, 1L, 2L);
    assertThat(positions(store().readForward(ADA, 126, 4))).containsExactly(126L, 127L, 128L, 129L);
    assertThat(positions(store().readForward(ADA, 398, 10))).containsExactly(398L, 399L);
    assertThat(store().readForward(ADA, 400, 10)).isEmpty();
    assertThat(positions(store().readForward(ADA, -5, 1))).containsExactly(0L);
    assertThat(store().readForward(ADA, 0, 0)).isEmpty();
    assertThat(positions(store().readForward(ADA, 0, Integer.MAX_VALUE)))
        .isEqualTo(LongStream.range(0, 400).boxed().toList());
  }

  @Test
  default void aBoxIsReadBackwardFromAnyPosition() {
    fill(ADA, 400);

    assertThat(positions(store().readBackward(ADA, Long.MAX_VALUE, 3)))
        .containsExactly(399L, 398L, 397L);
    assertThat(positions(store().readBackward(ADA, 130, 4)))
        .containsExactly(129L, 128L, 127L, 126L);
    assertThat(positions(store().readBackward(ADA, 2, 10))).containsExactly(1L, 0L);
    assertThat(store().readBackward(ADA, 0, 10)).isEmpty();
    assertThat(store().readBackward(ADA, 400, 0)).isEmpty();
  }

  @Test
  default void ofLargeMessagesOneReadReturnsOnlySome() {
    int count = 30;
    commit(
        commit -> {
          for (int number = 1; number <= count; number++) {
            StoredMessage large = Messages.ofSize(number, MessageStore.READ_BYTES_MAX / 10);
            commit.append(large, List.of(accepted(ADA)));
          }
        });

    assertThat(positions(store().readForward(ADA, 0, count)))
        .hasSizeBetween(9, 11)
        .startsWith(0L, 1L);
    assertThat(positions(store().readBackward(ADA, count, count)))
        .hasSizeBetween(9, 11)
        .startsWith(29L, 28L);
    assertThat(positions(store().pending(ADA, count))).hasSizeBetween(9, 11).startsWith(0L, 1L);
    assertThat(store().messagesFrom(1, count)).hasSizeBetween(9, 11);
    assertThat(store().messagesBelow(count, count)).hasSizeBetween(9, 11);
    assertThat(store().read(ADA, LongStream.range(0, count).boxed().toList())).hasSize(count);
  }

  @Test
  default void anyMessageIsReadHoweverLarge() {
    deliver(ADA, Messages.ofSize(1, MessageStore.READ_BYTES_MAX + 1), Messages.numbered(2));

    assertThat(positions(store().readForward(ADA, 0, 10))).containsExactly(0L);
    assertThat(positions(store().readForward(ADA, 1, 10))).containsExactly(1L);
  }

  @Test
  default void messagesAreReadByTheirNumbersWhateverBoxesTheyAreIn() {
    deliver(BOB, Messages.numbered(3));
    commit(commit -> commit.append(Messages.numbered(5), List.of()));
    deliver(ADA, Messages.numbered(7));

    assertThat(numbers(store().messagesFrom(0, 10))).containsExactly(3L, 5L, 7L);
    assertThat(numbers(store().messagesFrom(4, 1))).containsExactly(5L);
    assertThat(numbers(store().messagesFrom(7, 10))).containsExactly(7L);
    assertThat(store().messagesFrom(8, 10)).isEmpty();
    assertThat(store().messagesBelow(Long.MAX_VALUE, 10))
        .extracting(StoredMessage::number)
        .containsExactly(7L, 5L, 3L);
    assertThat(store().messagesBelow(7, 1)).extracting(StoredMessage::number).containsExactly(5L);
    assertThat(store().messagesBelow(3, 10)).isEmpty();
    assertThat(store().messagesBelow(0, 10)).isEmpty();
    assertThat(store().messagesFrom(3, 1))
        .containsExactly(new FiledMessage(3, Messages.numbered(3), List.of(new Filing(BOB, 0))));
    assertThat(store().messagesFrom(3, 1).getFirst().message().json())
        .isEqualTo(Messages.numbered(3).json());
  }

  @Test
  default void aMessageThatIsFiledAgainComesAgainInTheOrderOfCommits() {
    deliver(ADA, Messages.numbered(1), Messages.numbered(2));
    commit(
        commit -> {
          assertThat(commit.nextNumber()).isEqualTo(3);
          assertThat(commit.place(Messages.idOf(1), List.of(accepted(BOB)))).isTrue();
          assertThat(commit.nextNumber()).isEqualTo(4);
          commit.append(Messages.numbered(4), List.of(accepted(BOB)));
        });

    assertThat(store().messagesFrom(2, 10))
        .containsExactly(
            new FiledMessage(2, Messages.numbered(2), List.of(new Filing(ADA, 1))),
            new FiledMessage(3, Messages.numbered(1), List.of(new Filing(BOB, 0))),
            new FiledMessage(4, Messages.numbered(4), List.of(new Filing(BOB, 1))));
    assertThat(store().messagesFrom(2, 10).get(1).isFiledAgain()).isTrue();
    assertThat(store().messagesBelow(Long.MAX_VALUE, 10))
        .extracting(StoredMessage::number)
        .containsExactly(4L, 2L, 1L);
    assertThat(store().nextNumber()).isEqualTo(5);
  }

  @Test
  default void anEmptyStoreHasNoMessages() {
    assertThat(store().messagesFrom(0, 10)).isEmpty();
    assertThat(store().messagesBelow(Long.MAX_VALUE, 10)).isEmpty();
  }

  private static List<Long> numbers(List<FiledMessage> messages) {
    return messages.stream().map(FiledMessage::number).toList();
  }

  @Test
  default void chosenCopiesComeInTheOrderAskedFor() {
    fill(ADA, 300);

    assertThat(positions(store().read(ADA, List.of(299L, 0L, 300L, 150L, -1L, 0L))))
        .containsExactly(299L, 0L, 150L, 0L);
    assertThat(store().read(ADA, List.of())).isEmpty();
  }

  @Test
  default void aCopySaysWhereItLiesAndWhatItHolds() {
    fill(ADA, 2);
    commit(commit -> commit.advance(ADA, 1, State.PUSHED, 4));

    assertThat(store().readForward(ADA, 1, 1))
        .containsExactly(new Copy(ADA, 1, State.PUSHED, 4, null, Messages.numbered(2)));
  }

  @Test
  default void aBoxNobodyWroteToIsEmpty() {
    assertThat(store().readForward(ADA, 0, 10)).isEmpty();
    assertThat(store().readBackward(ADA, Long.MAX_VALUE, 10)).isEmpty();
    assertThat(store().read(ADA, List.of(0L))).isEmpty();
    assertThat(store().stats(ADA)).isEqualTo(BoxStats.EMPTY);
    assertThat(store().positionAtOrAfter(ADA, 0)).isZero();
  }

  @Test
  default void aTimeLeadsToTheFirstPositionNotOlder() {
    fill(ADA, 1_000);

    assertThat(store().positionAtOrAfter(ADA, 0)).isZero();
    for (long position : new long[] {0, 1, 127, 128, 129, 500, 639, 640, 999}) {
      long sent = Messages.timestampOf(position + 1);
      assertThat(store().positionAtOrAfter(ADA, sent)).isEqualTo(position);
      assertThat(store().positionAtOrAfter(ADA, sent - 1)).isEqualTo(position);
      assertThat(store().positionAtOrAfter(ADA, sent + 1)).isEqualTo(position + 1);
    }
    assertThat(store().positionAtOrAfter(ADA, Long.MAX_VALUE)).isEqualTo(1_000);
    commit(commit -> commit.trim(ADA, 200));
    assertThat(store().positionAtOrAfter(ADA, 0)).isEqualTo(200);
    assertThat(store().positionAtOrAfter(ADA, Messages.timestampOf(151))).isEqualTo(200);
    assertThat(store().positionAtOrAfter(ADA, Messages.timestampOf(301))).isEqualTo(300);
  }

  @Test
  default void everyBoxEverUsedIsListedWithItsCounts() {
    fill(ADA, 3);
    fill(BOB, 2);
    advance(BOB, 0, State.DELIVERED);
    advance(BOB, 1, State.READ);
    commit(commit -> commit.trim(ADA, 3));

    Map<BoxId, BoxStats> listed = new HashMap<>();
    store().forEachBox(listed::put);
    assertThat(listed)
        .isEqualTo(Map.of(ADA, new BoxStats(3, 3, 0, 0), BOB, new BoxStats(0, 2, 0, 1)));
  }

  @Test
  default void boxesMayBeNamedInAnyScript() {
    BoxId thread = BoxId.thread("a/b:c 🌍 " + "x".repeat(500));
    deliver(thread, Messages.numbered(1));
    deliver(BoxId.DEAD_LETTERS, Messages.numbered(2));
    deliver(OUTBOX, Messages.numbered(3));

    assertThat(store().stats(thread).next()).isEqualTo(1);
    assertThat(store().stats(BoxId.DEAD_LETTERS).next()).isEqualTo(1);
    assertThat(store().stats(ADA)).as("same name, other kind").isEqualTo(BoxStats.EMPTY);
    assertThat(store().copiesOf(Messages.idOf(1)).getFirst().box()).isEqualTo(thread);
  }
}
