package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/**
 * The store as it was at one moment, for reads that need several keys to agree with each other.
 * Only for a short while: the engine keeps everything it shows.
 */
final class View implements AutoCloseable {
  private final Engine engine;
  private final Snapshot snapshot;
  private final ReadOptions options;

  View(Engine engine) {
    this.engine = engine;
    this.snapshot = engine.snapshot();
    this.options = new ReadOptions().setSnapshot(snapshot);
  }

  ReadOptions options() {
    return options;
  }

  @Nullable Head head(int box) {
    byte[] value = engine.get(options, Family.BOXES, Keys.head(box));
    return value == null ? null : Head.read(value);
  }

  Page page(int box, int page) {
    byte[] value = engine.get(options, Family.BOXES, Keys.page(box, page));
    if (value == null) {
      throw engine.missingPage(box, page);
    }
    return Page.read(value);
  }

  Cursor cursor(Family family, byte[] from, byte[] before) {
    return engine.cursor(snapshot, family, from, before);
  }

  List<byte @Nullable []> boxValues(List<byte[]> keys) {
    return engine.getAll(options, Family.BOXES, keys);
  }

  /** The bodies of messages that some box still holds. */
  List<byte[]> bodies(List<Long> numbers) {
    List<byte[]> keys = new ArrayList<>(numbers.size());
    for (long number : numbers) {
      keys.add(Keys.number(number));
    }
    List<byte[]> bodies = new ArrayList<>(numbers.size());
    for (byte[] body : engine.getAll(options, Family.MESSAGES, keys)) {
      if (body == null) {
        throw engine.missingBody(numbers.get(bodies.size()));
      }
      bodies.add(body);
    }
    return bodies;
  }

  long timestampOf(long number) {
    byte[] prefix =
        engine.getPrefix(options, Family.MESSAGES, Keys.number(number), Body.PREFIX_BYTES);
    if (prefix == null) {
      throw engine.missingBody(number);
    }
    return Body.timestampIn(prefix);
  }

  /** The pages of one box. */
  Pages pagesOf(int box, Head head) {
    return new Pages() {
      @Override
      public Page page(int number) {
        return number == head.tailPage() ? head.tail() : View.this.page(box, number);
      }

      @Override
      public void eachWithPending(Priority priority, int fromPage, IntPredicate goOn) {
        engine.eachPageWithPending(snapshot, box, priority, fromPage, goOn);
      }
    };
  }

  @Override
  public void close() {
    options.close();
    engine.release(snapshot);
    snapshot.close();
  }
}
