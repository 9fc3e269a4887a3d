package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.testkit.store.Messages;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reading a box costs what it returns: the same keys are read with a million copies stored as with
 * a thousand. Times are printed and decide nothing.
 */
class ScaleTest {
  private static final BoxId SHORT = BoxId.inbox(new AgentId("short"));
  private static final BoxId LONG = BoxId.inbox(new AgentId("long"));

  /** Everything but the first and the last ten copies was received. */
  private static final BoxId DRAINED = BoxId.inbox(new AgentId("drained"));

  private static final int LONG_COPIES = 1_000_000;
  private static final int DRAINED_COPIES = 200_000;
  private static final int A_COMMIT = 20_000;
  private static final byte[] JSON = Messages.json("a message of some length, as they are");

  @TempDir static Path directory;
  private static RocksStore store;

  @BeforeAll
  static void fillBoxes() {
    long start = System.nanoTime();
    store = RocksStore.open(directory, RocksConfig.DEFAULT);
    fill(SHORT, 1_000);
    fill(LONG, LONG_COPIES);
    fill(DRAINED, DRAINED_COPIES);
    drain();
    System.out.printf("filled in %d ms%n", millisSince(start));
    start = System.nanoTime();
    store.close();
    System.out.printf("closed in %d ms%n", millisSince(start));
    reopen();
  }

  private static void reopen() {
    store.close();
    long start = System.nanoTime();
    store = RocksStore.open(directory, RocksConfig.DEFAULT);
    System.out.printf(
        "opened with %d messages in %d ms%n", store.nextNumber() - 1, millisSince(start));
  }

  @AfterAll
  static void close() {
    store.close();
  }

  private static void fill(BoxId box, int copies) {
    for (int done = 0; done < copies; done += A_COMMIT) {
      long number = store.nextNumber();
      try (Commit commit = store.begin()) {
        for (int i = 0; i < Math.min(A_COMMIT, copies - done); i++) {
          commit.append(
              new StoredMessage(
                  number + i,
                  Messages.idOf(number + i),
                  Messages.timestampOf(number + i),
                  Priority.NORMAL,
                  0,
                  JSON),
              List.of(new Placement(box, State.ACCEPTED, null)));
        }
        commit.commit();
      }
    }
  }

  private static void drain() {
    for (int from = 10; from < DRAINED_COPIES - 10; from += A_COMMIT) {
      try (Commit commit = store.begin()) {
        for (long at = from; at < Math.min(from + A_COMMIT, DRAINED_COPIES - 10); at++) {
          commit.advance(DRAINED, at, State.DELIVERED, -1);
        }
        commit.commit();
      }
    }
  }

  @Test
  void openingReadsAHandfulOfKeys() {
    reopen();

    assertThat(store.engine().keysRead()).isLessThan(10);
  }

  @Test
  void historyReadsTheSameKeysInALongBoxAsInAShortOne() {
    assertSameKeys("history 50", box -> store.readBackward(box, Long.MAX_VALUE, 50));
    assertSameKeys("50 from position 200", box -> store.readForward(box, 200, 50));
  }

  @Test
  void pendingReadsTheSameKeysInALongBoxAsInAShortOne() {
    assertSameKeys("pending 10", box -> store.pending(box, 10));
  }

  @Test
  void receivingReadsTheSameKeysInALongBoxAsInAShortOne() {
    assertSameKeys(
        "receive 10",
        box -> {
          try (Commit commit = store.begin()) {
            for (CopyRef copy : commit.pending(box, 10)) {
              commit.advance(box, copy.position(), State.DELIVERED, -1);
            }
            commit.commit();
          }
        });
  }

  @Test
  void aTimeIsFoundByHalving() {
    long middle = Messages.timestampOf(1_000 + LONG_COPIES / 2);

    assertThat(keysReadBy(LONG, box -> store.positionAtOrAfter(box, middle))).isLessThan(40);
    assertThat(store.positionAtOrAfter(LONG, middle)).isEqualTo(LONG_COPIES / 2 - 1);
  }

  @Test
  void whatIsPendingAtBothEndsOfALongBoxIsFoundWithoutLookingBetween() {
    reopen();
    List<Copy> pending = store.pending(DRAINED, 1_000);

    assertThat(pending)
        .extracting(Copy::position)
        .hasSize(20)
        .contains(0L, 9L, DRAINED_COPIES - 10L, DRAINED_COPIES - 1L);
    assertThat(keysReadBy(DRAINED, box -> store.pending(box, 1_000))).isLessThan(20 + 10);
  }

  private static void assertSameKeys(String what, Consumer<BoxId> reading) {
    reopen();
    long first = keysReadBy(LONG, reading);
    long again = keysReadBy(LONG, reading);
    long small = keysReadBy(SHORT, reading);
    System.out.printf(
        "%s: %d keys at first, then %d, in a short box %d; %s%n",
        what, first, again, small, timesOf(reading));
    assertThat(again).isLessThanOrEqualTo(small + 2);
    assertThat(first).isLessThanOrEqualTo(small + 4);
  }

  private static long keysReadBy(BoxId box, Consumer<BoxId> reading) {
    long before = store.engine().keysRead();
    reading.accept(box);
    return store.engine().keysRead() - before;
  }

  private static String timesOf(Consumer<BoxId> reading) {
    long[] micros = new long[2];
    for (int round = 0; round < 50; round++) {
      for (int which = 0; which < 2; which++) {
        long start = System.nanoTime();
        reading.accept(which == 0 ? SHORT : LONG);
        micros[which] += (System.nanoTime() - start) / 1_000;
      }
    }
    return "short %d us, long %d us".formatted(micros[0] / 50, micros[1] / 50);
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }
}
