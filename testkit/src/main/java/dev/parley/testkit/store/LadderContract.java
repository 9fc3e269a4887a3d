package dev.parley.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a copy climbs from accepted to answered. */
public interface LadderContract extends StoreFixture {

  @ParameterizedTest
  @EnumSource(State.class)
  default void aCopyClimbsExactlyWhereTheLadderAllowsIt(State from) {
    for (State to : State.values()) {
      Placement placement = new Placement(ADA, from, null);
      long number = store().nextNumber();
      commit(commit -> commit.append(Messages.numbered(number), List.of(placement)));
      commit(
          commit ->
              assertThat(commit.advance(ADA, placement.position(), to, -1))
                  .as("%s to %s", from, to)
                  .isEqualTo(from.mayBecome(to) ? from : null));

      assertThat(store().read(ADA, List.of(placement.position())).getFirst().state())
          .as("%s to %s", from, to)
          .isEqualTo(from.mayBecome(to) ? to : from);
    }
  }

  @Test
  default void advancingACopyThatDoesNotExistChangesNothing() {
    deliver(ADA, Messages.numbered(1));
    commit(
        commit -> {
          assertThat(commit.advance(ADA, 1, State.READ, -1)).isNull();
          assertThat(commit.advance(ADA, -1, State.READ, -1)).isNull();
          assertThat(commit.advance(BOB, 0, State.READ, -1)).isNull();
          assertThat(commit.stateOf(ADA, 1)).isNull();
          assertThat(commit.stateOf(BOB, 0)).isNull();
        });

    assertThat(store().stats(ADA).unread()).isEqualTo(1);
  }

  @Test
  default void attemptsAreCountedByWhoeverPushes() {
    deliver(ADA, Messages.numbered(1));
    commit(commit -> commit.advance(ADA, 0, State.PUSHED, 1));
    commit(commit -> commit.advance(ADA, 0, State.PUSHED, 300));
    assertThat(attempts()).isEqualTo(300);

    commit(commit -> commit.advance(ADA, 0, State.DELIVERED, -1));
    assertThat(attempts()).isEqualTo(300);
    commit(commit -> assertThat(commit.pending(ADA, 1)).as("delivered is not pending").isEmpty());
  }

  private int attempts() {
    return store().readForward(ADA, 0, 1).getFirst().attempts();
  }

  @Test
  default void aPushedCopyIsStillPendingAndSaysHowOftenItWasPushed() {
    deliver(ADA, Messages.numbered(1));
    commit(commit -> commit.advance(ADA, 0, State.PUSHED, 2));

    commit(
        commit ->
            assertThat(commit.pending(ADA, 10))
                .containsExactly(new CopyRef(ADA, 0, State.PUSHED, 2)));
    assertThat(store().pending(ADA, 10)).extracting(Copy::attempts).containsExactly(2);
  }

  @Test
  default void copiesFarBackInALongBoxClimbToo() {
    fill(ADA, 1_000);
    advance(ADA, 5, State.READ);
    advance(ADA, 500, State.DELIVERED);

    assertThat(store().read(ADA, List.of(5L, 500L, 501L)))
        .extracting(Copy::state)
        .containsExactly(State.READ, State.DELIVERED, State.ACCEPTED);
    assertThat(store().stats(ADA).pending()).isEqualTo(998);
    assertThat(store().stats(ADA).unread()).isEqualTo(999);
  }

  @Test
  default void oneCopyClimbsAndTheOthersStay() {
    commit(commit -> commit.append(Messages.numbered(1), List.of(accepted(ADA), accepted(BOB))));
    advance(ADA, 0, State.READ);

    assertThat(store().copiesOf(Messages.idOf(1)))
        .extracting(CopyRef::state)
        .containsExactly(State.READ, State.ACCEPTED);
  }

  @Test
  default void anAnnotationStaysWhenTheCopyClimbs() {
    commit(
        commit ->
            commit.append(
                Messages.numbered(1), List.of(new Placement(ADA, State.ACCEPTED, "\"a\":1"))));
    commit(commit -> commit.advance(ADA, 0, State.READ, 7));

    assertThat(store().readForward(ADA, 0, 1).getFirst().annotation()).isEqualTo("\"a\":1");
  }
}
