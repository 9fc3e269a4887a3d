package dev.parley.doors.files;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of changes in directories soon after they happen. It may miss some (network file systems,
 * limits of the system), which is why nobody relies on it.
 */
final class DirectoryWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryWatch.class);

  private final @Nullable WatchService service;
  private final Map<WatchKey, Consumer<@Nullable Path>> told = new ConcurrentHashMap<>();

  DirectoryWatch(Path directory) {
    this.service = service(directory);
    if (service != null) {
      Thread.ofVirtual().name("parley-files-watch").start(() -> watch(service));
    }
  }

  private static @Nullable WatchService service(Path directory) {
    try {
      return directory.getFileSystem().newWatchService();
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn("directories cannot be watched, so files are found by looking: {}", e.toString());
      return null;
    }
  }

  /**
   * @param onChange told the name that changed, or null when there were too many to name
   */
  void add(Path directory, Consumer<@Nullable Path> onChange) {
    if (service == null) {
      return;
    }
    try {
      WatchKey key =
          directory.register(
              service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
      told.put(key, onChange);
      onChange.accept(null); // for what came before the watch
    } catch (IOException e) {
      LOG.warn(
          "{} cannot be watched, so files there are found by looking: {}", directory, e.toString());
    }
  }

  private void watch(WatchService watched) {
    try {
      while (true) {
        WatchKey key = watched.take();
        Consumer<@Nullable Path> onChange = told.get(key);
        for (WatchEvent<?> event : key.pollEvents()) {
          if (onChange != null) {
            onChange.accept(event.context() instanceof Path name ? name : null);
          }
        }
        if (!key.reset()) {
          told.remove(key);
        }
      }
    } catch (InterruptedException | ClosedWatchServiceException e) {
      // closed
    }
  }

  @Override
  public void close() {
    if (service != null) {
      try {
        service.close();
      } catch (IOException e) {
        LOG.debug("the watch did not close cleanly", e);
      }
    }
  }
}
