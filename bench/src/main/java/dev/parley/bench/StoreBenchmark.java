package dev.parley.bench;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.Folders;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The embedded store on the disk of {@code java.io.tmpdir}, with an fsync a commit.
 *
 * <p>{@code deliver} is live traffic: a commit takes 512 new messages of 300 bytes for 100 inboxes,
 * marks those of the commit before as pushed and those of the one before that as delivered; the
 * figure is microseconds a message, and the bar is 4. The others read ten or fifty copies of a box
 * with a thousand or a million; the bar is twice the time for the million.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 10, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx1g", "--enable-native-access=ALL-UNNAMED"})
public class StoreBenchmark {
  private static final int A_COMMIT = 512;
  private static final int INBOXES = 100;
  private static final int BODY_BYTES = 300;
  private static final int FILL_A_COMMIT = 20_000;
  private static final BoxId STORED = BoxId.inbox(new AgentId("stored"));

  /** A store and messages for it. */
  @State(Scope.Benchmark)
  public static class Stored {
    private final SplittableRandom random = new SplittableRandom(7);
    private final byte[][] bodies = new byte[256][];
    private final BoxId[] inboxes = new BoxId[INBOXES];

    @SuppressWarnings("NullAway.Init") // JMH calls open() first
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private RocksStore store;

    private long number = 1;

    @Setup
    public void open() throws IOException {
      for (int i = 0; i < bodies.length; i++) {
        bodies[i] = body();
      }
      for (int i = 0; i < INBOXES; i++) {
        inboxes[i] = BoxId.inbox(new AgentId("agent-" + i));
      }
      directory = Files.createTempDirectory("parley-store-benchmark");
      store = RocksStore.open(directory, RocksConfig.DEFAULT);
    }

    /** Words and digits, so that compression finds about what it finds in real ones. */
    private byte[] body() {
      StringBuilder text =
          new StringBuilder("{\"from\":\"agent/researcher\",\"payload\":{\"text\":\"");
      String[] words = {"search", "found", "the", "report", "please", "check", "index", "answer"};
      while (text.length() < BODY_BYTES - 3) {
        text.append(words[random.nextInt(words.length)]).append(random.nextInt(100)).append(' ');
      }
      text.setLength(BODY_BYTES - 3);
      return text.append("\"}}").toString().getBytes(StandardCharsets.US_ASCII);
    }

    StoredMessage message() {
      long now = 1_700_000_000_000L + number;
      byte[] body = bodies[random.nextInt(bodies.length)].clone();
      MessageId id = MessageId.of(now, store.hiddenNumbers().hide(number), random.nextLong());
      return new StoredMessage(number++, id, now, Priority.NORMAL, 0, body);
    }

    BoxId anyInbox() {
      return inboxes[random.nextInt(INBOXES)];
    }

    @TearDown
    public void delete() throws IOException {
      store.close();
      Folders.delete(directory);
    }
  }

  /** The placements of the last three commits, newest first. */
  @State(Scope.Benchmark)
  public static class Traffic {
    private final Placement[][] generations = new Placement[3][A_COMMIT];
    private long commits;
  }

  /** A box that holds this many copies, none received. */
  @State(Scope.Benchmark)
  public static class Filled {
    @Param({"1000", "1000000"})
    public int copies;

    @Setup
    public void fill(Stored stored) {
      for (int done = 0; done < copies; done += FILL_A_COMMIT) {
        try (Commit commit = stored.store.begin()) {
          for (int i = 0; i < Math.min(FILL_A_COMMIT, copies - done); i++) {
            commit.append(stored.message(), List.of(accepted(STORED)));
          }
          commit.commit();
        }
      }
    }
  }

  private static Placement accepted(BoxId box) {
    return new Placement(box, dev.parley.core.store.State.ACCEPTED, null);
  }

  @Benchmark
  @OperationsPerInvocation(A_COMMIT)
  public void deliver(Stored stored, Traffic traffic) {
    int now = (int) (traffic.commits++ % 3);
    Placement[] pushed = traffic.generations[(now + 2) % 3];
    Placement[] delivered = traffic.generations[(now + 1) % 3];
    Placement[] fresh = traffic.generations[now];
    try (Commit commit = stored.store.begin()) {
      for (int i = 0; traffic.commits > 3 && i < A_COMMIT; i++) {
        Placement one = pushed[i];
        commit.advance(one.box(), one.position(), dev.parley.core.store.State.PUSHED, 1);
        Placement other = delivered[i];
        commit.advance(other.box(), other.position(), dev.parley.core.store.State.DELIVERED, -1);
      }
      for (int i = 0; i < A_COMMIT; i++) {
        fresh[i] = accepted(stored.anyInbox());
        commit.append(stored.message(), List.of(fresh[i]));
      }
      commit.commit();
    }
  }

  @Benchmark
  public List<Copy> history50(Stored stored, Filled filled) {
    return stored.store.readBackward(STORED, Long.MAX_VALUE, 50);
  }

  @Benchmark
  public List<Copy> pending10(Stored stored, Filled filled) {
    return stored.store.pending(STORED, 10);
  }
}
