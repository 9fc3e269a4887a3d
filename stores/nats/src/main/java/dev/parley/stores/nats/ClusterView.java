package dev.parley.stores.nats;

import dev.parley.core.store.Commit;
import dev.parley.core.store.Folders;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the log comes to, in a store of this hub's own. It knows, in the same commit as the changes,
 * how far it has come and in which log. One that belongs to another log, or that the log no longer
 * reaches back to, makes room for the latest snapshot, or for a new one.
 */
final class ClusterView {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterView.class);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(500);
  static final String TABLE = "~log";
  private static final String APPLIED = "applied";

  private final MessageStore store;
  private final Path directory;
  private final byte[] identity;

  ClusterView(MessageStore store, Path directory, String identity) {
    this.store = store;
    this.directory = directory;
    this.identity = identity.getBytes(StandardCharsets.UTF_8);
  }

  static ClusterView open(Path directory, Function<Path, MessageStore> engine, ClusterLog log) {
    ClusterView kept = kept(directory, engine, log);
    if (kept != null) {
      return kept;
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      // A snapshot may be followed by others, and forgotten, while it is being fetched.
      StoreException why;
      try {
        return anew(directory, engine, log);
      } catch (StoreException e) {
        why = e;
      }
      if (why.reason() == Reason.FULL || System.nanoTime() > deadline) {
        throw why;
      }
      LOG.info("once more: {}", why.getMessage());
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      throw NatsFailures.interrupted("show a snapshot");
    }
  }

  /** From the latest snapshot, or from nothing. */
  private static ClusterView anew(
      Path directory, Function<Path, MessageStore> engine, ClusterLog log) {
    delete(directory);
    Optional<Snapshots.Snapshot> latest = log.snapshots().latest();
    latest.ifPresent(snapshot -> fetch(snapshot, directory, log.snapshots()));
    ClusterView made = new ClusterView(engine.apply(directory), directory, log.identity());
    long first = log.extent().first();
    if (made.applied() >= first - 1) {
      return made;
    }
    made.store.close();
    throw new StoreException(
        Reason.CORRUPT,
        latest.isPresent()
            ? "the log begins at %d and its latest snapshot ends at %d"
                .formatted(first, latest.get().sequence())
            : "the log begins at "
                + first
                + " and there is no snapshot of what came before: its buckets (OBJ_…-snapshot-…)"
                + " were deleted. Restore them, or a backup into a new cluster");
  }

  /** The one of earlier, if it is of any use. */
  private static @Nullable ClusterView kept(
      Path directory, Function<Path, MessageStore> engine, ClusterLog log) {
    if (!Files.exists(directory)) {
      return null;
    }
    ClusterView view;
    try {
      view = new ClusterView(engine.apply(directory), directory, log.identity());
    } catch (StoreException e) {
      if (e.reason() != Reason.CORRUPT) {
        throw e;
      }
      LOG.warn("the view of the cluster is broken and is made anew: {}", e.getMessage());
      return null;
    }
    LogExtent extent = log.extent();
    long applied = view.applied();
    if (applied > 0 && applied <= extent.last() && !view.isCutOff(extent)) {
      return view;
    }
    if (applied != 0) {
      LOG.info("the view of the cluster in {} is of no use any more and is made anew", directory);
    }
    view.store.close();
    return null;
  }

  private static void fetch(Snapshots.Snapshot snapshot, Path directory, Snapshots snapshots) {
    LOG.info("beginning with the snapshot {}", snapshot.bucket());
    Path incoming = sibling(directory, ".incoming");
    delete(incoming);
    var progress =
        new Object() {
          long bytes;
          long said;
        };
    snapshots.fetch(
        snapshot,
        incoming,
        count -> {
          progress.bytes += count;
          if (progress.bytes - progress.said > 256 << 20) {
            progress.said = progress.bytes;
            LOG.info("{} MB of the snapshot are here", progress.bytes >> 20);
          }
        });
    try {
      Files.move(incoming, directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Copies the view as it is now into a folder beside it.
   *
   * @param copied told the folder and how far it is in the log; it is deleted afterwards
   */
  void copy(ObjLongConsumer<Path> copied) {
    Path copy = sibling(directory, ".snapshot");
    delete(copy);
    // It may be further than this when it is copied, which does no harm.
    long sequence = applied();
    try {
      store.backup(copy);
      copied.accept(copy, sequence);
    } finally {
      delete(copy);
    }
  }

  private static Path sibling(Path directory, String suffix) {
    return directory.resolveSibling(directory.getFileName() + suffix);
  }

  MessageStore store() {
    return store;
  }

  /** How far it has come in this log; 0 at its beginning, -1 when it is of another one. */
  long applied() {
    byte[] noted = store.record(TABLE, APPLIED).orElse(null);
    if (noted == null) {
      return store.nextNumber() > 1 ? -1 : 0;
    }
    ByteBuffer in = ByteBuffer.wrap(noted);
    long applied = in.getLong();
    return in.equals(ByteBuffer.wrap(identity)) ? applied : -1;
  }

  private boolean isCutOff(LogExtent extent) {
    return applied() < extent.first() - 1;
  }

  /** Notes, along with the changes of an entry, that it is a part of the view now. */
  void note(Commit commit, long sequence) {
    byte[] note = ByteBuffer.allocate(8 + identity.length).putLong(sequence).put(identity).array();
    commit.put(TABLE, APPLIED, note);
  }

  static void delete(Path directory) {
    try {
      Folders.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(directory + " cannot be removed", e);
    }
  }
}
