package dev.parley.testkit.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.core.store.StoredMessage;
import dev.parley.testkit.faults.FaultyStore;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.store.Messages;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchingTest {
  private static final BoxId ADA = BoxId.inbox(new AgentId("ada"));

  private final FaultyStore store = new FaultyStore(new MemoryStore());
  private final Committer committer = new Committer(store);
  private final List<String> told = new CopyOnWriteArrayList<>();

  private final CommitWatcher watcher =
      new CommitWatcher() {
        @Override
        public void onAppended(StoredMessage message, List<Placement> placements) {
          // Told only when it could be read back.
          assertThat(store.find(message.id())).isPresent();
          told.add("appended " + message.number() + " at " + placements.getFirst().position());
        }

        @Override
        public void onPlaced(MessageId id, List<Placement> placements) {
          told.add("placed in " + placements.getFirst().box().name());
        }

        @Override
        public void onAdvanced(BoxId box, long position, State state, int attempts) {
          told.add(box.name() + "/" + position + " " + state.wireName() + " " + attempts);
        }
      };

  @BeforeEach
  void start() {
    committer.start();
  }

  @AfterEach
  void close() {
    committer.close();
  }

  private void run(Function<Commit, Object> change) throws Exception {
    committer.submit(change).handle((_, _) -> true).get(20, TimeUnit.SECONDS);
    // Watchers are told after everybody in the batch: another commit comes after that.
    committer.submit(_ -> true).get(20, TimeUnit.SECONDS);
  }

  private static Function<Commit, Object> append(long number) {
    return commit -> {
      commit.append(Messages.numbered(number), List.of(new Placement(ADA, State.ACCEPTED, null)));
      return true;
    };
  }

  @Test
  void whatChangesIsToldInOrderOnceItIsDurable() throws Exception {
    committer.watch(watcher);

    run(append(1));
    run(commit -> String.valueOf(commit.advance(ADA, 0, State.PUSHED, 2)));
    run(commit -> String.valueOf(commit.advance(ADA, 0, State.ACCEPTED, -1)));
    BoxId bob = BoxId.inbox(new AgentId("bob"));
    run(
        commit ->
            commit.place(Messages.idOf(1), List.of(new Placement(bob, State.ACCEPTED, null))));

    assertThat(told).containsExactly("appended 1 at 0", "ada/0 pushed 2", "placed in bob");
  }

  @Test
  void whatDidNotHappenIsNotTold() throws Exception {
    committer.watch(watcher);
    store.failCommits(Reason.FULL);
    run(append(1));
    store.heal();
    run(append(2));
    run(
        _ -> {
          throw new Refused(ErrorCode.CONFLICT, "no");
        });

    assertThat(told).containsExactly("appended 2 at 0");
  }

  @Test
  void whoeverNoLongerWatchesHearsNothing() throws Exception {
    committer.watch(watcher);
    run(append(1));
    committer.unwatch(watcher);
    run(append(2));

    assertThat(told).containsExactly("appended 1 at 0");
  }
}
