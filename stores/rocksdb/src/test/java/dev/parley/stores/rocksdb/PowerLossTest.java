package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.parley.core.store.Commit;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.testkit.disk.ForgetfulDisk;
import dev.parley.testkit.store.Messages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes are killed, fsyncs and writes fail, power is lost, in any order: what was committed
 * stays, and a commit that was refused for certain has not happened. {@code
 * -Dparley.powerLosses=10000} and {@code -Dparley.seed=7} make it longer and different.
 */
class PowerLossTest {
  private static final int LIVES = Integer.getInteger("parley.powerLosses", 100);

  /** All of what is stored is compared after each life: so many are read in reasonable time. */
  private static final int LIVES_OF_A_DISK = 50;

  private static final long SEED = Long.getLong("parley.seed", 20_26);

  /** Small buffers, so that faults also hit flushes, merging and changes of the log file. */
  private static final RocksConfig CONFIG =
      new RocksConfig(64 << 10, 64 << 10, 128 << 10, 1 << 20, 3, 1 << 20, true, false);

  private static final int OPENINGS_MAX = 3;

  @TempDir Path directory;

  private final Random random = new Random(SEED);
  private String story = "";

  /** Numbers below this one are committed. */
  private long committed = 1;

  /** The same if a commit has happened of which nobody could say so. */
  private long perhaps = 1;

  @Test
  void whatIsCommittedStaysAndWhatIsRefusedHasNotHappened() throws Exception {
    for (int life = 0; life < LIVES; life += LIVES_OF_A_DISK) {
      committed = 1;
      perhaps = 1;
      Path mountPoint = Files.createDirectory(directory.resolve("disk" + life));
      try (ForgetfulDisk disk = ForgetfulDisk.mount(mountPoint)) {
        Path data = Files.createDirectory(disk.folder().resolve("data"));
        for (int i = life; i < Math.min(LIVES, life + LIVES_OF_A_DISK); i++) {
          story = "seed %d, life %d".formatted(SEED, i);
          live(disk, data);
        }
        end(disk, open(disk, data), true);
        open(disk, data).close();
      } catch (ForgetfulDisk.Impossible e) {
        abort(e.getMessage());
      }
    }
  }

  /** One process from its start to its end. */
  private void live(ForgetfulDisk disk, Path data) {
    RocksStore store = open(disk, data);
    int commits = random.nextInt(30);
    boolean settled = true;
    injectTrouble(disk, 2 * commits + 1);
    for (int i = 0; i < commits && settled; i++) {
      settled = commit(store);
    }
    disk.heal();
    boolean power = random.nextBoolean();
    if (random.nextInt(4) == 0 && !power) {
      story += ", closed";
      store.close();
    } else {
      end(disk, store, power);
    }
  }

  private void injectTrouble(ForgetfulDisk disk, int callsMax) {
    int which = 1 + random.nextInt(callsMax);
    switch (random.nextInt(5)) {
      case 0 -> {
        story += ", sync %d fails".formatted(which);
        disk.failSync(which);
      }
      case 1 -> {
        story += ", write %d fails".formatted(which);
        disk.failWrite(which, ForgetfulDisk.Trouble.BROKEN);
      }
      case 2 -> {
        story += ", no room for write %d".formatted(which);
        disk.failWrite(which, ForgetfulDisk.Trouble.FULL);
      }
      default -> story += ", no trouble";
    }
  }

  /** Whether it is known how it ended. */
  private boolean commit(RocksStore store) {
    long number = committed;
    try (Commit commit = store.begin()) {
      for (int left = 1 + random.nextInt(20); left > 0; left--) {
        commit.append(Messages.numbered(number), CommittingChild.placements(random));
        number++;
      }
      var received = CommittingChild.box(random.nextInt(CommittingChild.BOXES));
      for (CopyRef copy : commit.pending(received, random.nextInt(15))) {
        commit.advance(received, copy.position(), State.DELIVERED, 1);
      }
      commit.put("child", "next", Long.toString(number).getBytes(StandardCharsets.US_ASCII));
      commit.commit();
    } catch (StoreException e) {
      story += ", commit of %d to %d is %s".formatted(committed, number - 1, e.reason());
      boolean uncertain = e.reason() == Reason.UNCERTAIN || e.reason() == Reason.FULL;
      perhaps = uncertain ? number : committed;
      return e.reason() != Reason.UNCERTAIN;
    }
    committed = number;
    perhaps = number;
    return true;
  }

  /** The process is killed, and perhaps the machine loses its power, too. */
  private void end(ForgetfulDisk disk, RocksStore store, boolean power) {
    story += power ? ", power lost" : ", killed";
    disk.halt();
    store.close();
    if (power) {
      disk.losePower(random.nextLong());
    }
    disk.resume();
  }

  /** Opens and looks at everything; now and then something fails meanwhile. */
  private RocksStore open(ForgetfulDisk disk, Path data) {
    RocksStore store = opened(disk, data);
    look(store);
    return store;
  }

  private RocksStore opened(ForgetfulDisk disk, Path data) {
    if (random.nextInt(4) == 0) {
      int which = 1 + random.nextInt(12);
      story += ", sync %d of opening fails".formatted(which);
      disk.failSync(which);
    }
    for (int attempt = 1; ; attempt++) {
      try {
        RocksStore store = RocksStore.open(data, CONFIG);
        disk.heal();
        return store;
      } catch (StoreException e) {
        story += ", opening fails: " + e.getMessage();
        assertThat(attempt).as(story).isLessThan(OPENINGS_MAX);
        disk.heal();
        if (random.nextBoolean()) {
          story += ", power lost";
          disk.losePower(random.nextLong());
        }
      }
    }
  }

  private void look(RocksStore store) {
    long next = store.nextNumber();
    assertThat(next).as(story).isIn(committed, perhaps);
    KillTest.check(store, next, story);
    committed = next;
    perhaps = next;
  }
}
