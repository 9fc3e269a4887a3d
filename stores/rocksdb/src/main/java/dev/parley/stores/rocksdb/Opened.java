package dev.parley.stores.rocksdb;

import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.CopyRef;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An open engine with everything that is remembered about its contents. */
final class Opened implements AutoCloseable {
  private final Engine engine;
  private final BoxNames names;
  private final ReentrantLock writing = new ReentrantLock();
  private final Writer writer;
  private final Reads reads;

  private Opened(Engine engine, RocksConfig config, @Nullable HiddenNumbers given) {
    this.engine = engine;
    this.names = new BoxNames(engine);
    this.writer = new Writer(engine, names, config, given, writing);
    this.reads = new Reads(engine, writer.hubIds(), names);
  }

  static Opened open(Path directory, RocksConfig config, @Nullable HiddenNumbers given) {
    Engine engine = Engine.open(directory, config);
    try {
      return new Opened(engine, config, given);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  Engine engine() {
    return engine;
  }

  Writer writer() {
    return writer;
  }

  Reads reads() {
    return reads;
  }

  List<CopyRef> copiesOf(MessageId id) {
    return Copies.of(id, engine, writer.hubIds(), names);
  }

  long sweep(int bodiesMax) {
    return new Sweep(engine, writing, writer::nextNumber, writer.hubIds(), bodiesMax).run();
  }

  @Override
  public void close() {
    engine.close();
  }
}
