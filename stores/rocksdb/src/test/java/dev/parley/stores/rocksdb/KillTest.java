package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.testkit.store.Messages;
import dev.parley.testkit.store.StoreFixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} in the middle of commits loses nothing that was reported as committed. */
class KillTest {
  private static final int KILLS = Integer.getInteger("parley.kills", 5);
  private static final long SEED = Long.getLong("parley.seed", 20_26);

  @TempDir Path directory;

  @Test
  void nothingCommittedIsLostWhenTheProcessIsKilled() throws Exception {
    Random random = new Random(SEED);
    for (int kill = 0; kill < KILLS; kill++) {
      long reported = runAndKill(random);
      try (RocksStore store = RocksStore.open(directory, RocksConfig.DEFAULT)) {
        check(store, reported, "seed " + SEED + ", kill " + kill);
      }
    }
  }

  private long runAndKill(Random random) throws Exception {
    try (ChildJvm child =
        ChildJvm.start(
            CommittingChild.class, directory.toString(), Long.toString(random.nextLong()))) {
      assertThat(child.line()).isEqualTo("open");
      String last = "1";
      for (int commits = 20 + random.nextInt(400); commits > 0; commits--) {
        last = child.line();
      }
      Thread.sleep(0, random.nextInt(999_999));
      List<String> rest = child.kill();
      // The last line may itself be cut off; the one before it is whole.
      return Long.parseLong(rest.size() > 1 ? rest.get(rest.size() - 2) : last);
    }
  }

  static void check(RocksStore store, long reported, String story) {
    long next = store.nextNumber();
    assertThat(next).as(story).isGreaterThanOrEqualTo(reported);
    byte[] noted = store.record("child", "next").orElse("1".getBytes(StandardCharsets.US_ASCII));
    assertThat(new String(noted, StandardCharsets.US_ASCII))
        .as("%s: a commit is there as a whole", story)
        .isEqualTo(Long.toString(next));
    for (long number = 1; number < next; number++) {
      assertThat(store.find(Messages.idOf(number)).orElseThrow().json())
          .as(story)
          .isEqualTo(Messages.numbered(number).json());
    }
    for (int box = 0; box < CommittingChild.BOXES; box++) {
      BoxStats stats = store.stats(CommittingChild.box(box));
      List<Copy> copies = StoreFixture.allOf(store, CommittingChild.box(box));
      assertThat(copies).as(story).hasSize((int) stats.next());
      assertThat(copies.stream().filter(copy -> copy.state().isPending()))
          .as(story)
          .hasSize((int) stats.pending());
      assertThat(store.pending(CommittingChild.box(box), Integer.MAX_VALUE))
          .as(story)
          .allMatch(copy -> copy.state() == State.ACCEPTED)
          .hasSize((int) stats.pending());
    }
  }
}
