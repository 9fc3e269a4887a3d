package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.testkit.store.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One message to ten thousand inboxes is stored once. */
class BroadcastTest {
  private static final int INBOXES = 10_000;
  private static final int BODY_BYTES = 10_000;

  @TempDir Path directory;

  @Test
  void everyFurtherInboxCostsLessThanAHundredBytes() throws IOException {
    try (RocksStore store = RocksStore.open(directory, RocksConfig.DEFAULT)) {
      broadcast(store, 1); // names the boxes
      store.engine().compact();
      long before = tableBytes();
      for (int number = 2; number <= 11; number++) {
        broadcast(store, number);
      }
      store.engine().compact();
      double bytes = (tableBytes() - before - 10.0 * BODY_BYTES) / 10 / INBOXES;
      System.out.printf("%.1f bytes an inbox%n", bytes);

      assertThat(bytes).isLessThan(100);
      assertThat(store.copiesOf(Messages.idOf(11))).hasSize(INBOXES);
    }
  }

  /** Without the write-ahead logs, whose files are kept for reuse. */
  private long tableBytes() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".sst"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private static void broadcast(RocksStore store, long number) {
    byte[] json = new byte[BODY_BYTES];
    new Random(number).nextBytes(json);
    List<Placement> placements =
        IntStream.range(0, INBOXES)
            .mapToObj(i -> BoxId.inbox(new AgentId("agent-" + i)))
            .map(box -> new Placement(box, State.ACCEPTED, null))
            .toList();
    try (Commit commit = store.begin()) {
      commit.append(
          new StoredMessage(number, Messages.idOf(number), number, Priority.NORMAL, 0, json),
          placements);
      commit.commit();
    }
  }
}
