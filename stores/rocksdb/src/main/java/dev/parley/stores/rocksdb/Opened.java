package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.CopyRef;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** An open engine with everything that is remembered about its contents. */
final class Opened implements AutoCloseable {
  private final Engine engine;
  private final BoxNames names;
  private final ReentrantLock writing = new ReentrantLock();
  private final Writer writer;
  private final Reads reads;

  private Opened(Engine engine, RocksConfig config) {
    this.engine = engine;
    this.names = new BoxNames(engine);
    this.writer = new Writer(engine, names, config, writing);
    this.reads = new Reads(engine, names);
  }

  static Opened open(Path directory, RocksConfig config) {
    Engine engine = Engine.open(directory, config);
    try {
      return new Opened(engine, config);
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
    return Copies.of(id, engine, names);
  }

  long sweep(int bodiesMax) {
    return new Sweep(engine, writing, writer::nextNumber, bodiesMax).run();
  }

  @Override
  public void close() {
    engine.close();
  }
}
