package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.testkit.store.Messages;
import dev.parley.testkit.store.StoreFixture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers beside the writer see whole commits, and closing waits for them. */
class ConcurrentReadsTest {
  private static final BoxId ADA = BoxId.inbox(new AgentId("ada"));
  private static final BoxId BOB = BoxId.inbox(new AgentId("bob"));
  private static final int COMMITS = 400;

  @TempDir Path directory;
  private final AtomicBoolean done = new AtomicBoolean();

  @Test
  void readersSeeWholeCommitsWhileOthersAreWritten() throws Exception {
    try (RocksStore store = RocksStore.open(directory, RocksConfig.DEFAULT);
        ExecutorService readers = Executors.newFixedThreadPool(3)) {
      List<Future<Integer>> reading = new ArrayList<>();
      reading.add(readers.submit(repeatedly(() -> checkBox(store))));
      reading.add(readers.submit(repeatedly(() -> checkCopies(store))));
      reading.add(readers.submit(repeatedly(() -> store.sweep(100))));
      try {
        for (int commit = 0; commit < COMMITS; commit++) {
          write(store, commit);
        }
      } finally {
        done.set(true);
      }
      for (Future<Integer> one : reading) {
        assertThat(one.get()).isPositive();
      }
    }
  }

  /** Every message goes to both boxes; both are trimmed alike; a tenth of a box stays pending. */
  private static void write(RocksStore store, int round) {
    long number = store.nextNumber();
    try (Commit commit = store.begin()) {
      for (int i = 0; i < 20; i++) {
        commit.append(
            Messages.numbered(number + i),
            List.of(
                new Placement(ADA, State.ACCEPTED, null),
                new Placement(BOB, State.ACCEPTED, null)));
      }
      for (CopyRef copy : commit.pending(ADA, 30)) {
        if (copy.position() % 10 != 0) {
          commit.advance(ADA, copy.position(), State.DELIVERED, -1);
        }
      }
      if (round % 7 == 0) {
        long from = Math.max(0, commit.stats(ADA).next() - 500);
        commit.trim(ADA, from);
        commit.trim(BOB, from);
      }
      commit.commit();
    }
  }

  private static void checkBox(RocksStore store) {
    List<Copy> copies = StoreFixture.allOf(store, ADA);
    for (int i = 0; i < copies.size(); i++) {
      assertThat(copies.get(i).position()).isEqualTo(copies.getFirst().position() + i);
      assertThat(copies.get(i).message().number()).isEqualTo(copies.get(i).position() + 1);
    }
    List<Copy> pending = store.pending(ADA, 100);
    assertThat(pending).allMatch(copy -> copy.state() == State.ACCEPTED);
    assertThat(pending).extracting(Copy::position).isSorted();
  }

  private static void checkCopies(RocksStore store) {
    long newest = store.nextNumber() - 1;
    if (newest > 0) {
      List<CopyRef> copies = store.copiesOf(Messages.idOf(newest));
      assertThat(copies).extracting(CopyRef::box).containsExactly(ADA, BOB);
    }
  }

  private Callable<Integer> repeatedly(Runnable check) {
    return () -> {
      int rounds = 0;
      while (!done.get()) {
        check.run();
        rounds++;
      }
      return rounds;
    };
  }

  @Test
  void closingWaitsForReadsUnderWayAndRefusesLaterOnes() throws Exception {
    RocksStore store = RocksStore.open(directory, RocksConfig.DEFAULT);
    write(store, 1);
    try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
      List<Future<String>> reading = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        reading.add(readers.submit(() -> readUntilRefused(store)));
      }
      Thread.sleep(50);
      store.close();
      for (Future<String> one : reading) {
        assertThat(one.get()).contains("is closed");
      }
    }
  }

  private static String readUntilRefused(RocksStore store) {
    try {
      while (true) {
        checkBox(store);
      }
    } catch (StoreException e) {
      return e.getMessage();
    }
  }
}
