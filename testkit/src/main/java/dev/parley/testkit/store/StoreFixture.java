package dev.parley.testkit.store;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** What every chapter of the contract uses: a store of its own for every test. */
public interface StoreFixture {
  BoxId ADA = BoxId.inbox(new AgentId("ada"));
  BoxId BOB = BoxId.inbox(new AgentId("bob"));
  BoxId OUTBOX = BoxId.outbox("ada");

  MessageStore store();

  /** Is what was committed there again after the store was closed and opened? */
  boolean keepsItsContents();

  /** Closes the store and opens it again; {@link #store} is a new one then. */
  void reopen();

  default void commit(Consumer<Commit> changes) {
    try (Commit commit = store().begin()) {
      changes.accept(commit);
      commit.commit();
    }
  }

  default Placement accepted(BoxId box) {
    return new Placement(box, State.ACCEPTED, null);
  }

  /** Appends each message to that box, in a commit of its own. */
  default void deliver(BoxId box, StoredMessage... messages) {
    for (StoredMessage message : messages) {
      commit(commit -> commit.append(message, List.of(accepted(box))));
    }
  }

  /** Fills a box in one commit, with running numbers from the store's next one on. */
  default void fill(BoxId box, int count) {
    long number = store().nextNumber();
    commit(
        commit -> {
          for (int i = 0; i < count; i++) {
            commit.append(Messages.numbered(number + i), List.of(accepted(box)));
          }
        });
  }

  default void advance(BoxId box, long position, State next) {
    commit(commit -> commit.advance(box, position, next, -1));
  }

  /** Everything in a box, however much that is. */
  static List<Copy> allOf(MessageStore store, BoxId box) {
    long next = store.stats(box).next();
    return store.read(box, LongStream.range(0, next).boxed().toList());
  }

  static List<Long> positions(List<Copy> copies) {
    return copies.stream().map(Copy::position).toList();
  }

  static List<Long> numbers(List<Copy> copies) {
    return copies.stream().map(copy -> copy.message().number()).toList();
  }
}
