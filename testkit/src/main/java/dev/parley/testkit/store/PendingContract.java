package dev.parley.testkit.store;

import static dev.parley.testkit.store.StoreFixture.numbers;
import static dev.parley.testkit.store.StoreFixture.positions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.Priority;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What an inbox still has to hand out, and in which order. */
public interface PendingContract extends StoreFixture {

  @Test
  default void thePendingComeHighestPriorityFirstThenOldestFirst() {
    deliver(
        ADA,
        Messages.numbered(1, Priority.LOW),
        Messages.numbered(2, Priority.NORMAL),
        Messages.numbered(3, Priority.HIGH),
        Messages.numbered(4, Priority.NORMAL),
        Messages.numbered(5, Priority.HIGH));

    assertThat(numbers(store().pending(ADA, 10))).containsExactly(3L, 5L, 2L, 4L, 1L);
    assertThat(numbers(store().pending(ADA, 3))).containsExactly(3L, 5L, 2L);
    commit(
        commit ->
            assertThat(commit.pending(ADA, 4))
                .extracting(CopyRef::position)
                .containsExactly(2L, 4L, 1L, 3L));
  }

  @Test
  default void urgentMessagesAreFirstHoweverFarBackTheyLie() {
    deliver(ADA, Messages.numbered(1, Priority.LOW), Messages.numbered(2, Priority.HIGH));
    fill(ADA, 700);
    deliver(ADA, Messages.numbered(1_000, Priority.HIGH));
    fill(ADA, 700);

    List<Long> pending = numbers(store().pending(ADA, 2_000));
    assertThat(pending).startsWith(2L, 1_000L, 3L, 4L).endsWith(1L).hasSize(1_403);
  }

  @Test
  default void whatIsReceivedIsNoLongerPending() {
    fill(ADA, 1_000);
    for (int round = 0; round < 10; round++) {
      int from = round * 100;
      commit(
          commit -> {
            List<CopyRef> received = commit.pending(ADA, 100);
            assertThat(received)
                .extracting(CopyRef::position)
                .isEqualTo(LongStream.range(from, from + 100).boxed().toList());
            received.forEach(copy -> commit.advance(ADA, copy.position(), State.DELIVERED, -1));
          });
      assertThat(store().stats(ADA).pending()).isEqualTo(900 - from);
    }
    assertThat(store().pending(ADA, 10)).isEmpty();
  }

  @Test
  default void whatIsReceivedOutOfOrderLeavesTheRestPending() {
    fill(ADA, 600);
    commit(
        commit -> {
          for (long position = 599; position >= 0; position--) {
            if (position != 3 && position != 400) {
              commit.advance(ADA, position, State.READ, -1);
            }
          }
        });

    assertThat(positions(store().pending(ADA, 10))).containsExactly(3L, 400L);
    advance(ADA, 3, State.READ);
    assertThat(positions(store().pending(ADA, 10))).containsExactly(400L);
    commit(commit -> assertThat(commit.firstPending(ADA)).isEqualTo(400));
  }

  @Test
  default void theFirstPendingPositionIsTheSmallestOfAnyPriority() {
    deliver(
        ADA,
        Messages.numbered(1, Priority.NORMAL),
        Messages.numbered(2, Priority.LOW),
        Messages.numbered(3, Priority.HIGH));
    commit(commit -> assertThat(commit.firstPending(ADA)).isZero());
    advance(ADA, 0, State.READ);
    commit(commit -> assertThat(commit.firstPending(ADA)).isEqualTo(1));
    advance(ADA, 1, State.EXPIRED);
    advance(ADA, 2, State.FAILED);
    commit(commit -> assertThat(commit.firstPending(ADA)).as("the end").isEqualTo(3));
  }

  @Test
  default void nothingIsPendingWhereNothingWaits() {
    commit(
        commit ->
            commit.append(Messages.numbered(1), List.of(new Placement(OUTBOX, State.READ, null))));

    assertThat(store().pending(OUTBOX, 10)).isEmpty();
    assertThat(store().pending(BOB, 10)).isEmpty();
    commit(
        commit -> {
          assertThat(commit.pending(BOB, 10)).isEmpty();
          assertThat(commit.firstPending(BOB)).isZero();
          assertThat(commit.firstPending(OUTBOX)).isEqualTo(1);
        });
  }

  @Test
  default void askingForNothingGivesNothing() {
    fill(ADA, 3);

    assertThat(store().pending(ADA, 0)).isEmpty();
    commit(commit -> assertThat(commit.pending(ADA, 0)).isEmpty());
  }
}
