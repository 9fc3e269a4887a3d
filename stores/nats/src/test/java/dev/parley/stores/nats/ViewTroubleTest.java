package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.ForwardingCommit;
import dev.parley.core.store.ForwardingStore;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.testkit.store.Messages;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A view that fails to take what the log has taken. */
class ViewTroubleTest {
  private static final BoxId BOB = BoxId.inbox(new AgentId("bob"));

  /** What the next commit of the view comes to. */
  private enum Outcome {
    DONE,
    /** It fails, and has not happened. */
    NOT_DONE,
    /** It fails, and has happened, as shows when the store could be opened again. */
    DONE_AFTER_ALL
  }

  private static final class Troubled extends ForwardingStore {
    private Outcome next = Outcome.DONE;

    Troubled(MessageStore inner) {
      super(inner);
    }

    @Override
    public Commit begin() {
      return new ForwardingCommit(inner.begin()) {
        @Override
        public void commit() {
          Outcome now = next;
          next = Outcome.DONE;
          if (now != Outcome.NOT_DONE) {
            inner.commit();
          }
          if (now != Outcome.DONE) {
            throw new StoreException(Reason.UNCERTAIN, "on purpose");
          }
        }
      };
    }
  }

  @TempDir Path directory;

  private final TestCluster cluster = new TestCluster();
  private Troubled view;
  private NatsStore store;

  @BeforeEach
  void open() {
    store =
        NatsStore.open(
            cluster.log(),
            directory.resolve("view"),
            folder -> view = new Troubled(TestCluster.engine(folder)),
            SnapshotPlan.DEFAULT);
    append(1);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void append(long number) {
    try (Commit commit = store.begin()) {
      commit.append(Messages.numbered(number), List.of(new Placement(BOB, State.ACCEPTED, null)));
      commit.commit();
    }
  }

  private void appendInTrouble(Outcome outcome) {
    view.next = outcome;
    assertThatThrownBy(() -> append(2))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNCERTAIN));
  }

  @Test
  void whatItHasNotTakenIsTakenOverFromTheLog() {
    appendInTrouble(Outcome.NOT_DONE);
    assertThat(store.stats(BOB).stored()).isEqualTo(1);

    await().until(() -> store.takeOver(commit -> commit));

    assertThat(store.stats(BOB).stored()).isEqualTo(2);
    append(3);
    assertThat(store.stats(BOB).stored()).isEqualTo(3);
  }

  @Test
  void whatItHasTakenAfterAllIsNotTakenTwice() {
    appendInTrouble(Outcome.DONE_AFTER_ALL);

    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> store.takeOver(commit -> commit))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("start it again"));

    assertThat(store.stats(BOB).stored()).isEqualTo(2);
    assertThatThrownBy(() -> append(3)).isInstanceOf(StoreException.class);
    store.close();
    open3();
    assertThat(store.stats(BOB).stored()).isEqualTo(3);
  }

  private void open3() {
    store =
        NatsStore.open(
            cluster.log(), directory.resolve("view"), TestCluster::engine, SnapshotPlan.DEFAULT);
    append(3);
  }
}
