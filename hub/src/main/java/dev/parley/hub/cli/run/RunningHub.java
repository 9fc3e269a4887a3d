package dev.parley.hub.cli.run;

import dev.parley.hub.Hub;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.DataLock;
import dev.parley.hub.config.HubConfig;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A hub that has its data directory to itself and says there where it answers, so that commands
 * find it.
 */
public final class RunningHub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningHub.class);

  private final DataDirectory data;
  private final DataLock lock;
  private final Hub hub;

  private RunningHub(DataDirectory data, DataLock lock, Hub hub) {
    this.data = data;
    this.lock = lock;
    this.hub = hub;
  }

  /**
   * Starts and announces it.
   *
   * @throws DataLock.Taken when another hub has the data directory
   */
  public static RunningHub start(HubConfig config) throws IOException {
    var data = new DataDirectory(config.data());
    data.create();
    DataLock lock = data.lock();
    Hub hub = null;
    boolean announced = false;
    try {
      closeToOthers(data);
      hub = Hub.start(config);
      data.announce(
          new DataDirectory.Running(
              config.host(), hub.port(), hub.agentPort(), ProcessHandle.current().pid()));
      announced = true;
      return new RunningHub(data, lock, hub);
    } finally {
      if (!announced) {
        if (hub != null) {
          hub.close();
        }
        lock.close();
      }
    }
  }

  /** What was made by an older hub, by hand or by a copy may be open to others. */
  private static void closeToOthers(DataDirectory data) throws IOException {
    try {
      int closed = data.close();
      if (closed > 0) {
        LOG.warn(
            "{} was open to others: {} files and folders are now their owner's alone",
            data.path(),
            closed);
      }
    } catch (FileSystemException e) {
      throw new IOException(
          data.path() + " is open to others and cannot be closed: " + e.getMessage(), e);
    }
  }

  public int port() {
    return hub.port();
  }

  public int agentPort() {
    return hub.agentPort();
  }

  /** Completes, with the reason, when it serves no longer and must be closed. */
  public CompletableFuture<Throwable> lost() {
    return hub.lost();
  }

  public DataDirectory data() {
    return data;
  }

  /** Withdrawn first, so that no command is sent to a hub that is going. */
  @Override
  public void close() throws IOException {
    try {
      data.withdraw();
    } finally {
      try {
        hub.close();
      } finally {
        lock.close();
      }
    }
  }
}
