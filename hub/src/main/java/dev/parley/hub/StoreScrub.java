package dev.parley.hub;

import dev.parley.stores.rocksdb.StoreFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all of an embedded store once a day, slowly, and says what has become damaged: a disk loses
 * bits of files that nobody reads, and a backup of them is needed while there still is one. On a
 * thread of its own.
 */
final class StoreScrub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreScrub.class);
  private static final Duration EVERY = Duration.ofDays(1);
  private static final Duration BETWEEN_FILES = Duration.ofSeconds(2);

  private final Path directory;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("parley-scrub").unstarted(this::run);

  StoreScrub(Path directory) {
    this.directory = directory;
  }

  StoreScrub start() {
    thread.start();
    return this;
  }

  private void run() {
    while (paused(EVERY)) {
      try {
        List<String> damage = StoreFiles.damageIn(directory, () -> paused(BETWEEN_FILES));
        damage.forEach(found -> LOG.error("in {}: {}; restore a backup", directory, found));
      } catch (RuntimeException e) {
        LOG.warn("the files in {} could not be checked", directory, e);
      }
    }
  }

  /** False when it was closed meanwhile. */
  private static boolean paused(Duration pause) {
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
