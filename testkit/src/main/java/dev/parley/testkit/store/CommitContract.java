package dev.parley.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All of a commit or nothing, and nobody sees it before. */
public interface CommitContract extends StoreFixture {

  @Test
  default void nobodySeesACommitThatIsStillOpen() {
    deliver(ADA, Messages.numbered(1));
    try (Commit open = store().begin()) {
      open.append(Messages.numbered(2), List.of(accepted(ADA), accepted(BOB)));
      open.advance(ADA, 0, State.DELIVERED, -1);
      open.put("table", "key", new byte[] {1});

      assertThat(store().readForward(ADA, 0, 10)).hasSize(1);
      assertThat(store().pending(ADA, 10)).hasSize(1);
      assertThat(store().stats(ADA)).isEqualTo(new BoxStats(0, 1, 1, 1));
      assertThat(store().stats(BOB)).isEqualTo(BoxStats.EMPTY);
      assertThat(store().find(Messages.idOf(2))).isEmpty();
      assertThat(store().record("table", "key")).isEmpty();
      assertThat(store().nextNumber()).isEqualTo(2);
      open.commit();
    }
    assertThat(store().readForward(ADA, 0, 10)).hasSize(2);
    assertThat(store().pending(ADA, 10)).hasSize(1);
  }

  @Test
  default void anAbandonedCommitLeavesNothingBehind() {
    fill(ADA, 300);
    try (Commit abandoned = store().begin()) {
      abandoned.append(Messages.numbered(500), List.of(accepted(ADA), accepted(BOB)));
      abandoned.advance(ADA, 0, State.READ, 3);
      abandoned.advance(ADA, 299, State.READ, 3);
      abandoned.place(Messages.idOf(1), List.of(accepted(BOB)));
      abandoned.trim(ADA, 200);
      abandoned.put("table", "key", new byte[] {1});
    }

    assertThat(store().stats(ADA)).isEqualTo(new BoxStats(0, 300, 300, 300));
    assertThat(store().stats(BOB)).isEqualTo(BoxStats.EMPTY);
    assertThat(store().nextNumber()).isEqualTo(301);
    commit(
        commit -> {
          assertThat(commit.stateOf(ADA, 0)).isEqualTo(State.ACCEPTED);
          assertThat(commit.stateOf(ADA, 299)).isEqualTo(State.ACCEPTED);
          assertThat(commit.positionOf(BOB, Messages.idOf(1))).isEqualTo(-1);
          Placement next = accepted(ADA);
          commit.append(Messages.numbered(301), List.of(next));
          assertThat(next.position()).isEqualTo(300);
        });
    assertThat(store().record("table", "key")).isEmpty();
    assertThat(store().copiesOf(Messages.idOf(1))).hasSize(1);
  }

  @Test
  default void aCommitFindsMessagesAndRecordsThatItHasMadeItself() {
    MessageId chosen = new MessageId(0x0198_0000_0000_7000L, 0x8000_1234_5678_9ABCL);
    MessageId higher = new MessageId(0x0199_0000_0000_7000L, 0x8000_0000_0000_0005L);
    deliver(ADA, Messages.withId(1, chosen));
    commit(commit -> commit.put("table", "old", new byte[] {1}));
    commit(
        commit -> {
          assertThat(commit.find(chosen)).isEqualTo(Messages.withId(1, chosen));
          assertThat(commit.find(higher)).isNull();
          commit.append(Messages.withId(2, higher), List.of(accepted(ADA)));
          commit.append(Messages.numbered(3), List.of(accepted(ADA)));
          assertThat(commit.find(higher)).isEqualTo(Messages.withId(2, higher));
          assertThat(commit.find(Messages.idOf(3))).isEqualTo(Messages.numbered(3));
          assertThat(commit.find(Messages.idOf(4))).isNull();

          assertThat(commit.record("table", "old")).containsExactly(1);
          assertThat(commit.record("table", "new")).isNull();
          commit.put("table", "new", new byte[] {2});
          commit.delete("table", "old");
          assertThat(commit.record("table", "new")).containsExactly(2);
          assertThat(commit.record("table", "old")).isNull();
        });
    try (Commit abandoned = store().begin()) {
      abandoned.delete("table", "new");
      abandoned.append(Messages.withId(4, new MessageId(99, 99)), List.of(accepted(ADA)));
    }
    commit(
        commit -> {
          assertThat(commit.record("table", "new")).containsExactly(2);
          assertThat(commit.find(new MessageId(99, 99))).isNull();
          assertThat(commit.find(higher)).isNotNull();
          assertThat(commit.nextNumber()).isEqualTo(4);
        });
  }

  @Test
  default void aCommitSeesWhatItHasChanged() {
    MessageId chosen = MessageId.parse("00000000-0000-4000-8000-00000000abcd");
    commit(
        commit -> {
          commit.append(Messages.numbered(1), List.of(accepted(ADA)));
          commit.append(Messages.withId(2, chosen), List.of(accepted(ADA)));
          assertThat(commit.stats(ADA)).isEqualTo(new BoxStats(0, 2, 2, 2));
          assertThat(commit.positionOf(ADA, Messages.idOf(1))).isZero();
          assertThat(commit.positionOf(ADA, chosen)).isEqualTo(1);
          assertThat(commit.positionOf(BOB, chosen)).isEqualTo(-1);
          assertThat(commit.pending(ADA, 10)).hasSize(2);
          assertThat(commit.firstPending(ADA)).isZero();

          commit.advance(ADA, 0, State.DELIVERED, -1);
          assertThat(commit.stateOf(ADA, 0)).isEqualTo(State.DELIVERED);
          assertThat(commit.pending(ADA, 10)).hasSize(1);
          assertThat(commit.firstPending(ADA)).isEqualTo(1);

          commit.trim(ADA, 1);
          assertThat(commit.stats(ADA)).isEqualTo(new BoxStats(1, 2, 1, 1));
          assertThat(commit.positionOf(ADA, Messages.idOf(1))).isEqualTo(-1);
        });
  }

  @Test
  default void aCommitSeesItsOwnChangesInALongBox() {
    fill(ADA, 200);
    commit(
        commit -> {
          for (int i = 0; i < 400; i++) {
            commit.append(Messages.numbered(1_000 + i), List.of(accepted(ADA)));
          }
          for (long position = 0; position < 500; position++) {
            assertThat(commit.advance(ADA, position, State.DELIVERED, -1))
                .isEqualTo(State.ACCEPTED);
          }
          assertThat(commit.firstPending(ADA)).isEqualTo(500);
          assertThat(commit.pending(ADA, 1_000)).hasSize(100);
          assertThat(commit.stats(ADA)).isEqualTo(new BoxStats(0, 600, 100, 600));
        });

    assertThat(store().pending(ADA, 1_000)).hasSize(100);
  }

  @Test
  default void anEmptyCommitChangesNothing() {
    commit(commit -> assertThat(commit.stats(ADA)).isEqualTo(BoxStats.EMPTY));

    assertThat(store().stats(ADA)).isEqualTo(BoxStats.EMPTY);
  }

  @Test
  default void onlyOneCommitIsOpenAtATime() {
    try (Commit open = store().begin()) {
      assertThat(open).isNotNull();
      assertThatThrownBy(() -> store().begin()).isInstanceOf(IllegalStateException.class);
    }
    store().begin().close();
  }

  @Test
  default void aCommitCannotBeCommittedTwice() {
    try (Commit commit = store().begin()) {
      commit.commit();
      assertThatThrownBy(commit::commit).isInstanceOf(IllegalStateException.class);
    }
  }
}
