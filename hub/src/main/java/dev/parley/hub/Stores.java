package dev.parley.hub;

import dev.parley.core.blob.Blobs;
import dev.parley.core.store.MessageStore;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.hub.config.StoreConfig;
import dev.parley.stores.blobs.FileBlobs;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.NatsLogin;
import dev.parley.stores.nats.NatsSettings;
import dev.parley.stores.nats.NatsStore;
import dev.parley.stores.nats.SnapshotPlan;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.nio.file.Path;

/**
 * What the configuration asks for to keep things in. Closing the messages closes all of it.
 *
 * @param blobs what messages refer to
 */
public record Stores(MessageStore messages, Blobs blobs) {
  /** As large as a package of an app; what agents store is less, see {@code BlobAccess}. */
  private static final long BLOB_BYTES_MAX = 600L << 20;

  public static Stores open(HubConfig config) {
    return switch (config.store().engine()) {
      case ROCKSDB ->
          new Stores(
              RocksStore.open(
                  config.data().resolve(DataDirectory.STORE),
                  RocksConfig.DEFAULT.acceptingDamage(config.store().acceptDamage())),
              blobsIn(config.data()));
      case NATS -> shared(config);
    };
  }

  private static Stores shared(HubConfig config) {
    ClusterLog log = ClusterLog.open(settings(config.store()));
    try {
      MessageStore messages =
          NatsStore.open(
              log,
              config.data().resolve(DataDirectory.CLUSTER_VIEW),
              directory ->
                  RocksStore.open(directory, RocksConfig.DEFAULT.unsynced(), log.hiddenNumbers()),
              new SnapshotPlan(
                  (long) config.store().snapshotMb() << 20, SnapshotPlan.DEFAULT.lookEvery()));
      return new Stores(messages, log.blobs(blobsIn(config.data())));
    } catch (RuntimeException e) {
      log.close();
      throw e;
    }
  }

  /** Those that lie in a data directory. */
  public static FileBlobs blobsIn(Path data) {
    return FileBlobs.open(data.resolve(DataDirectory.BLOBS), BLOB_BYTES_MAX);
  }

  public static NatsSettings settings(StoreConfig config) {
    Path credentials = config.credentials();
    return new NatsSettings(
        config.servers(),
        config.cluster(),
        config.replicas(),
        credentials == null ? new NatsLogin.None() : new NatsLogin.Credentials(credentials),
        NatsSettings.PATIENCE,
        config.ca());
  }
}
