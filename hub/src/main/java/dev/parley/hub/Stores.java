package dev.parley.hub;

import dev.parley.core.store.MessageStore;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.hub.config.StoreConfig;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.NatsStore;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.nio.file.Path;

/** Opens the store that the configuration asks for. */
public final class Stores {
  private Stores() {}

  public static MessageStore open(HubConfig config) {
    return switch (config.store().engine()) {
      case ROCKSDB ->
          RocksStore.open(config.data().resolve(DataDirectory.STORE), RocksConfig.DEFAULT);
      case NATS -> shared(config);
    };
  }

  private static MessageStore shared(HubConfig config) {
    ClusterLog log = ClusterLog.open(settings(config.store()));
    try {
      return NatsStore.open(
          log,
          config.data().resolve(DataDirectory.CLUSTER_VIEW),
          directory -> RocksStore.open(directory, RocksConfig.DEFAULT.unsynced()));
    } catch (RuntimeException e) {
      log.close();
      throw e;
    }
  }

  public static ClusterLog.Settings settings(StoreConfig config) {
    Path credentials = config.credentials();
    return new ClusterLog.Settings(
        config.servers(),
        config.cluster(),
        config.replicas(),
        credentials == null
            ? new ClusterLog.Login.None()
            : new ClusterLog.Login.Credentials(credentials),
        ClusterLog.Settings.PATIENCE,
        config.ca());
  }
}
