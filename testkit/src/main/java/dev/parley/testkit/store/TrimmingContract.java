package dev.parley.testkit.store;

import static dev.parley.testkit.store.StoreFixture.positions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Retention: copies that are let go, and bodies that are collected after them. */
public interface TrimmingContract extends StoreFixture {

  @ParameterizedTest
  @ValueSource(longs = {1, 100, 127, 128, 129, 300, 384, 399})
  default void whatIsTrimmedIsGoneFromEveryReading(long before) {
    fill(ADA, 400);
    advance(ADA, before - 1, State.DELIVERED);
    advance(ADA, before, State.DELIVERED);
    commit(commit -> commit.trim(ADA, before));

    assertThat(store().stats(ADA)).isEqualTo(new BoxStats(before, 400, 399 - before, 400 - before));
    assertThat(positions(store().readForward(ADA, 0, 1))).containsExactly(before);
    assertThat(positions(store().readBackward(ADA, before + 1, 10))).containsExactly(before);
    assertThat(store().read(ADA, List.of(before - 1))).isEmpty();
    assertThat(store().copiesOf(Messages.idOf(before))).isEmpty();
    if (before < 399) {
      assertThat(positions(store().pending(ADA, 1))).containsExactly(before + 1);
    }
    commit(
        commit -> {
          assertThat(commit.stateOf(ADA, before - 1)).isNull();
          assertThat(commit.advance(ADA, before - 1, State.READ, -1)).isNull();
          assertThat(commit.positionOf(ADA, Messages.idOf(before))).isEqualTo(-1);
          assertThat(commit.firstPending(ADA)).isEqualTo(before + 1);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 128, 400})
  default void aBoxTrimmedToItsEndIsEmptyAndGoesOnWhereItWas(int count) {
    fill(ADA, count);
    commit(commit -> commit.trim(ADA, count + 1_000));

    assertThat(store().stats(ADA)).isEqualTo(new BoxStats(count, count, 0, 0));
    assertThat(store().pending(ADA, 10)).isEmpty();
    assertThat(store().readForward(ADA, 0, 10)).isEmpty();
    fill(ADA, 1);
    assertThat(positions(store().pending(ADA, 10))).containsExactly((long) count);
    assertThat(store().stats(ADA)).isEqualTo(new BoxStats(count, count + 1, 1, 1));
  }

  @Test
  default void trimmingBackwardsChangesNothing() {
    fill(ADA, 10);
    commit(commit -> commit.trim(ADA, 5));
    commit(
        commit -> {
          commit.trim(ADA, 2);
          commit.trim(ADA, -1);
          commit.trim(BOB, 10);
        });

    assertThat(store().stats(ADA)).isEqualTo(new BoxStats(5, 10, 5, 5));
    assertThat(store().stats(BOB)).isEqualTo(BoxStats.EMPTY);
  }

  @Test
  default void countsStayRightWhenOneCommitAppendsClimbsAndTrims() {
    fill(ADA, 200);
    commit(
        commit -> {
          commit.advance(ADA, 10, State.READ, -1);
          commit.trim(ADA, 100);
          for (int i = 0; i < 100; i++) {
            commit.append(Messages.numbered(1_000 + i, Priority.HIGH), List.of(accepted(ADA)));
          }
          commit.advance(ADA, 150, State.DELIVERED, -1);
          commit.trim(ADA, 160);
          assertThat(commit.stats(ADA)).isEqualTo(new BoxStats(160, 300, 140, 140));
        });

    assertThat(store().stats(ADA)).isEqualTo(new BoxStats(160, 300, 140, 140));
    assertThat(positions(store().pending(ADA, 101))).startsWith(200L).endsWith(160L);
  }

  @Test
  default void aBodyIsCollectedWhenTheLastBoxHasLetItGo() {
    commit(commit -> commit.append(Messages.numbered(1), List.of(accepted(ADA), accepted(BOB))));
    commit(commit -> commit.trim(ADA, 1));
    sweepAll();
    assertThat(store().find(Messages.idOf(1))).as("still in the other box").isPresent();

    commit(commit -> commit.trim(BOB, 1));
    assertThat(sweepAll()).isEqualTo(1);
    assertThat(store().find(Messages.idOf(1))).isEmpty();
    assertThat(store().copiesOf(Messages.idOf(1))).isEmpty();
    assertThat(sweepAll()).isZero();
  }

  @Test
  default void sweepingCollectsExactlyWhatWasTrimmed() {
    fill(ADA, 1_000);
    commit(commit -> commit.trim(ADA, 700));

    assertThat(sweepAll()).isEqualTo(700);
    assertThat(store().find(Messages.idOf(700))).isEmpty();
    assertThat(store().find(Messages.idOf(701))).isPresent();
    assertThat(store().readForward(ADA, 0, 1_000)).hasSize(300);
    commit(commit -> commit.trim(ADA, 1_000));
    assertThat(sweepAll()).isEqualTo(300);
  }

  @Test
  default void aSweepIsBounded() {
    fill(ADA, 1_000);
    commit(commit -> commit.trim(ADA, 1_000));

    assertThat(store().sweep(100)).isBetween(1L, 300L);
    assertThat(sweepAll()).isGreaterThan(0);
    assertThat(store().find(Messages.idOf(1_000))).isEmpty();
  }

  @Test
  default void aCollectedMessageTakesItsChosenIdAlong() {
    MessageId chosen = MessageId.parse("00000000-0000-4000-8000-00000000abcd");
    deliver(ADA, Messages.withId(1, chosen));
    commit(commit -> commit.trim(ADA, 1));
    sweepAll();

    assertThat(store().find(chosen)).isEmpty();
    commit(commit -> assertThat(commit.place(chosen, List.of(accepted(BOB)))).isFalse());
  }

  @Test
  default void aMessagePlacedAgainOutlivesItsFirstBox() {
    deliver(ADA, Messages.numbered(1));
    commit(
        commit -> {
          commit.place(Messages.idOf(1), List.of(new Placement(BOB, State.READ, null)));
          commit.trim(ADA, 1);
        });
    sweepAll();

    assertThat(store().copiesOf(Messages.idOf(1)))
        .containsExactly(new CopyRef(BOB, 0, State.READ, 0));
  }

  @Test
  default void aMessageThatNeverHadABoxIsCollected() {
    commit(commit -> commit.append(Messages.numbered(1), List.of()));

    assertThat(sweepAll()).isEqualTo(1);
    assertThat(store().find(Messages.idOf(1))).isEmpty();
  }

  @Test
  default void numbersAreNotGivenAgainAfterEverythingWasCollected() {
    fill(ADA, 10);
    commit(commit -> commit.trim(ADA, 10));
    sweepAll();
    reopen();

    assertThat(store().nextNumber()).isEqualTo(keepsItsContents() ? 11 : 1);
  }

  private long sweepAll() {
    long all = 0;
    for (long some = store().sweep(1_000); some > 0; some = store().sweep(1_000)) {
      all += some;
    }
    return all;
  }
}
