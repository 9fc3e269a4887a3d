package dev.parley.hub.migrate;

import dev.parley.core.store.Folders;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.hub.Stores;
import dev.parley.hub.config.DataDirectory;
import dev.parley.stores.blobs.FileBlobs;
import dev.parley.stores.nats.ClusterBlobs;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.Filling;
import dev.parley.stores.nats.NatsSettings;
import dev.parley.stores.nats.NatsStore;
import dev.parley.stores.nats.SnapshotPlan;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Between the embedded store in a data directory, which nobody else uses meanwhile, and a cluster.
 */
public final class Migration {
  private static final String COPY = "migration";
  private static final String CHECK = "migration-check";

  /** Every hub says each second that it runs. */
  private static final Duration LISTENING = Duration.ofMillis(2_500);

  private final Path data;
  private final NatsSettings cluster;
  private final Watch watch;

  /**
   * @param blobs how many came along
   */
  public record Outcome(Inventory inventory, int blobs) {}

  public Migration(Path data, NatsSettings cluster, Watch watch) {
    this.data = data;
    this.cluster = cluster;
    this.watch = watch;
  }

  /** Into a cluster that has nothing yet, or was being filled from this store. */
  public Outcome toCluster() throws IOException {
    Path source = data.resolve(DataDirectory.STORE);
    if (!Files.isDirectory(source)) {
      throw new StoreException(Reason.FAILED, "there is no embedded store in " + data);
    }
    Path copy = data.resolve(COPY);
    Inventory inventory;
    int blobs;
    try (ClusterLog log = ClusterLog.open(cluster);
        MessageStore store = RocksStore.open(source, RocksConfig.DEFAULT)) {
      inventory = counted("counting", store);
      Filling filling = new Filling(log, inventory.checksum());
      blobs = share(log);
      if (!filling.isDone()) {
        Folders.delete(copy);
        store.backup(copy);
        filling.fill(copy, Migration::unsynced, watch.begin("storing bytes", sizeOf(copy)));
      }
    }
    Folders.delete(copy);
    check(inventory);
    return new Outcome(inventory, blobs);
  }

  private int share(ClusterLog log) {
    FileBlobs here = Stores.blobsIn(data);
    int count = here.storedBefore(Long.MAX_VALUE).size();
    log.blobs(here).shareAll(watch.begin("storing attachments", count));
    return count;
  }

  /** Looks at the cluster as a hub that joins it. */
  private void check(Inventory wanted) throws IOException {
    Path view = data.resolve(CHECK);
    Folders.delete(view);
    try (NatsStore joined = join(view)) {
      requireSame(wanted, counted("checking", joined));
    } finally {
      Folders.delete(view);
    }
  }

  /** Into the data directory, which has no embedded store yet. */
  public Outcome fromCluster() throws IOException {
    Path target = data.resolve(DataDirectory.STORE);
    if (Files.exists(target)) {
      throw new StoreException(
          Reason.FAILED, target + " is there already; move it away, or name another --data");
    }
    Path copy = data.resolve(COPY);
    Folders.delete(copy);
    Inventory inventory;
    int blobs;
    try (ClusterLog attachments = ClusterLog.open(cluster);
        NatsStore joined = join(data.resolve(DataDirectory.CLUSTER_VIEW))) {
      requireAlone(joined);
      long end = attachments.extent().last();
      inventory = counted("counting", joined);
      ClusterBlobs shared = attachments.blobs(Stores.blobsIn(data));
      blobs = shared.fetchAll(watch.begin("fetching attachments", -1));
      joined.backup(copy);
      if (attachments.extent().last() != end) {
        throw new StoreException(
            Reason.FAILED, "a hub has written to the cluster meanwhile: stop all of them");
      }
    }
    try (MessageStore store = RocksStore.open(copy, RocksConfig.DEFAULT)) {
      requireSame(inventory, counted("checking", store));
    }
    sync(copy);
    // An index of what this directory held earlier would mislead.
    Folders.delete(data.resolve(DataDirectory.SEARCH));
    Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
    syncFile(data, StandardOpenOption.READ);
    return new Outcome(inventory, blobs);
  }

  private NatsStore join(Path view) {
    ClusterLog log = ClusterLog.open(cluster);
    try {
      return NatsStore.open(log, view, Migration::unsynced, SnapshotPlan.NEVER);
    } catch (RuntimeException e) {
      log.close();
      throw e;
    }
  }

  private static MessageStore unsynced(Path directory) {
    return RocksStore.open(directory, RocksConfig.DEFAULT.unsynced());
  }

  private static void requireAlone(NatsStore joined) {
    Set<String> others = joined.others(LISTENING);
    if (!others.isEmpty()) {
      throw new StoreException(
          Reason.FAILED, others.size() + " hubs run on the cluster: stop all of them first");
    }
  }

  private Inventory counted(String what, MessageStore store) {
    return Inventory.of(store, watch.begin(what, Inventory.expected(store)));
  }

  private static void requireSame(Inventory wanted, Inventory found) {
    if (!wanted.equals(found)) {
      throw new StoreException(
          Reason.CORRUPT, "what arrived is not what was sent: " + found + " instead of " + wanted);
    }
  }

  private static long sizeOf(Path folder) throws IOException {
    long size = 0;
    for (Path file : files(folder)) {
      size += Files.size(file);
    }
    return size;
  }

  private static void sync(Path folder) throws IOException {
    for (Path file : files(folder)) {
      syncFile(file, StandardOpenOption.WRITE);
    }
    syncFile(folder, StandardOpenOption.READ);
  }

  private static void syncFile(Path file, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(file, how)) {
      channel.force(true);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
