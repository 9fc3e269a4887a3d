package dev.parley.hub.transfer;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.SystemTime;
import dev.parley.doors.files.FilesConfig;
import dev.parley.doors.transfer.MessageExport;
import dev.parley.doors.transfer.MessageImport;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.DataLock;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.io.IOException;
import java.util.List;

/** The data of a hub that does not run, which it cannot while this is open. */
public final class StoppedHub implements HubEnd {
  private final DataLock lock;
  private final MessageStore store;
  private final SystemTime time = new SystemTime();
  private final Broker broker;
  private final MessageExport export;
  private final MessageImport importing;

  private StoppedHub(DataLock lock, MessageStore store, HubConfig config) {
    this.lock = lock;
    this.store = store;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    this.export = new MessageExport(broker);
    this.importing =
        new MessageImport(broker, FilesConfig.fileBytesMax(config.limits().payloadBytesMax()));
  }

  /**
   * @throws DataLock.Taken when a hub runs on it
   */
  public static StoppedHub open(DataDirectory data, HubConfig config) throws IOException {
    DataLock lock = data.lock();
    try {
      MessageStore store =
          RocksStore.open(data.path().resolve(DataDirectory.STORE), RocksConfig.DEFAULT);
      return new StoppedHub(lock, store, config);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  @Override
  public MessageExport.Page page(long from) {
    return export.page(from);
  }

  @Override
  public MessageImport.Summary take(List<byte[]> lines) {
    return importing.take(lines, Visit.ofHub().senderAs(Principal.OWNER_SENDER));
  }

  @Override
  public void close() throws IOException {
    try {
      broker.close();
      time.close();
      store.close();
    } finally {
      lock.close();
    }
  }
}
