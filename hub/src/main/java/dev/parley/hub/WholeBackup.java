package dev.parley.hub;

import dev.parley.core.blob.Blobs;
import dev.parley.core.broker.BackupPlan;
import dev.parley.core.store.Folders;
import dev.parley.core.store.StoreException;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages and the blobs they refer to. A blob is stored before the first message that names it, so
 * the messages are copied first: whatever they name is there afterwards, for nothing is thrown away
 * in between.
 */
final class WholeBackup implements BackupPlan {
  private static final Logger LOG = LoggerFactory.getLogger(WholeBackup.class);

  private final Blobs blobs;
  private final BlobSweep sweep;

  WholeBackup(Blobs blobs, BlobSweep sweep) {
    this.blobs = blobs;
    this.sweep = sweep;
  }

  @Override
  public long write(Path target, Runnable messages) {
    return sweep.whileNothingIsDeleted(
        () -> {
          messages.run();
          try {
            // It holds everybody's messages, and nobody else closes it: it is in no data directory.
            Folders.close(target);
            long bytes = blobs.copyTo(target.resolve(DataDirectory.BLOBS));
            Folders.close(target);
            return bytes;
          } catch (IOException | UncheckedIOException e) {
            // Half a backup would be taken for a whole one.
            remove(target);
            throw new StoreException(
                StoreException.Reason.FAILED,
                "the backup cannot be finished in " + target + ": " + e);
          }
        });
  }

  private static void remove(Path target) {
    try {
      Folders.delete(target);
    } catch (IOException e) {
      LOG.warn("{} is no whole backup and could not be removed: {}", target, e.toString());
    }
  }
}
