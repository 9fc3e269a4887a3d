package dev.parley.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A restart brings everything back. */
public interface ReopeningContract extends StoreFixture {

  @Test
  default void aReopenedStoreHoldsEverythingCommitted() {
    assumeTrue(keepsItsContents(), "this store forgets when it is closed");
    MessageId chosen = MessageId.parse("00000000-0000-4000-8000-00000000abcd");
    fill(ADA, 500);
    commit(
        commit -> {
          commit.append(
              Messages.withId(501, chosen),
              List.of(new Placement(BOB, State.ACCEPTED, "\"a\":1"), accepted(ADA)));
          commit.append(Messages.numbered(502, Priority.HIGH), List.of(accepted(ADA)));
          commit.advance(ADA, 3, State.PUSHED, 2);
          commit.advance(ADA, 450, State.ANSWERED, -1);
          commit.trim(ADA, 2);
          commit.put("agents", "ada", new byte[] {1, 2, 3});
        });
    List<Copy> before = store().readForward(ADA, 0, 1_000);

    reopen();

    assertThat(store().readForward(ADA, 0, 1_000)).isEqualTo(before);
    assertThat(store().stats(ADA)).isEqualTo(new BoxStats(2, 502, 499, 499));
    assertThat(store().pending(ADA, 2))
        .extracting(copy -> copy.message().number())
        .containsExactly(502L, 3L);
    assertThat(store().find(chosen)).isPresent();
    assertThat(store().readForward(BOB, 0, 1).getFirst().annotation()).isEqualTo("\"a\":1");
    assertThat(store().record("agents", "ada")).contains(new byte[] {1, 2, 3});
    assertThat(store().nextNumber()).isEqualTo(503);
  }

  @Test
  default void aReopenedStoreGoesOnWhereItWas() {
    assumeTrue(keepsItsContents(), "this store forgets when it is closed");
    for (int round = 0; round < 5; round++) {
      fill(ADA, 100);
      reopen();
      commit(
          commit ->
              commit
                  .pending(ADA, 60)
                  .forEach(copy -> commit.advance(ADA, copy.position(), State.READ, -1)));
      reopen();
    }

    assertThat(store().stats(ADA)).isEqualTo(new BoxStats(0, 500, 200, 200));
    assertThat(StoreFixture.positions(store().pending(ADA, 1))).containsExactly(300L);
  }
}
