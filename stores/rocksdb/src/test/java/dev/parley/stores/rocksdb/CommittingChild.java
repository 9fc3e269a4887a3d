package dev.parley.stores.rocksdb;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.testkit.store.Messages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Commits until it is killed and says after each commit up to which number everything is stored.
 */
final class CommittingChild {
  static final int BOXES = 5;

  private CommittingChild() {}

  static BoxId box(int index) {
    return BoxId.inbox(new AgentId("agent-" + index));
  }

  public static void main(String[] arguments) {
    Random random = new Random(Long.parseLong(arguments[1]));
    // Small buffers, so that kills also hit flushes and changes of the log file.
    RocksConfig config =
        new RocksConfig(256 << 10, 256 << 10, 512 << 10, 1 << 20, 3, 1 << 20, true, false);
    try (RocksStore store = RocksStore.open(Path.of(arguments[0]), config)) {
      System.out.println("open");
      long number = store.nextNumber();
      while (true) {
        try (Commit commit = store.begin()) {
          for (int left = 1 + random.nextInt(60); left > 0; left--) {
            commit.append(Messages.numbered(number), placements(random));
            number++;
          }
          BoxId received = box(random.nextInt(BOXES));
          for (CopyRef copy : commit.pending(received, random.nextInt(40))) {
            commit.advance(received, copy.position(), State.DELIVERED, 1);
          }
          commit.put("child", "next", Long.toString(number).getBytes(StandardCharsets.US_ASCII));
          commit.commit();
        }
        System.out.println(number);
      }
    }
  }

  static List<Placement> placements(Random random) {
    List<Placement> placements = new ArrayList<>();
    for (int copies = 1 + random.nextInt(2); copies > 0; copies--) {
      placements.add(new Placement(box(random.nextInt(BOXES)), State.ACCEPTED, null));
    }
    return placements;
  }
}
