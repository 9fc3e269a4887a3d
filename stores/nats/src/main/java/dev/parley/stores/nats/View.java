package dev.parley.stores.nats;

import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the log comes to, in a store of this hub's own. It knows, in the same commit as the changes,
 * how far it has come and in which log; one that belongs to another log, or that the log no longer
 * reaches back to, makes room for a new one.
 */
final class View {
  private static final Logger LOG = LoggerFactory.getLogger(View.class);
  private static final String TABLE = "~log";
  private static final String APPLIED = "applied";

  private final MessageStore store;
  private final byte[] identity;
  private final long applied;

  private View(MessageStore store, String identity, long applied) {
    this.store = store;
    this.identity = identity.getBytes(StandardCharsets.UTF_8);
    this.applied = applied;
  }

  static View open(
      Path directory,
      Function<Path, MessageStore> engine,
      String identity,
      ClusterLog.Extent extent) {
    MessageStore store = engine.apply(directory);
    long applied = appliedOf(store, identity);
    boolean cutOff = applied < extent.first() - 1 && extent.first() > 1;
    if (cutOff || applied > extent.last() || applied < 0) {
      LOG.info("the view of the cluster in {} is of no use any more and is made anew", directory);
      store.close();
      delete(directory);
      store = engine.apply(directory);
      applied = 0;
    }
    return new View(store, identity, applied);
  }

  /** How far the view has come in this log; -1 when it is of another one. */
  private static long appliedOf(MessageStore store, String identity) {
    byte[] noted = store.record(TABLE, APPLIED).orElse(null);
    if (noted == null) {
      return store.nextNumber() > 1 ? -1 : 0;
    }
    ByteBuffer in = ByteBuffer.wrap(noted);
    long applied = in.getLong();
    String of = StandardCharsets.UTF_8.decode(in).toString();
    return of.equals(identity) ? applied : -1;
  }

  MessageStore store() {
    return store;
  }

  long applied() {
    return applied;
  }

  /** Notes, along with the changes of an entry, that it is a part of the view now. */
  void note(Commit commit, long sequence) {
    byte[] note = ByteBuffer.allocate(8 + identity.length).putLong(sequence).put(identity).array();
    commit.put(TABLE, APPLIED, note);
  }

  private static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the view in " + directory + " cannot be removed", e);
    }
  }
}
