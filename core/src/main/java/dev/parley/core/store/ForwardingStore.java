package dev.parley.core.store;

import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A store that passes every call on to another one; a subclass overrides what it does itself. */
public abstract class ForwardingStore implements MessageStore {
  protected final MessageStore inner;

  protected ForwardingStore(MessageStore inner) {
    this.inner = inner;
  }

  @Override
  public Commit begin() {
    return inner.begin();
  }

  @Override
  public long nextNumber() {
    return inner.nextNumber();
  }

  @Override
  public HiddenNumbers hiddenNumbers() {
    return inner.hiddenNumbers();
  }

  @Override
  public Optional<StoredMessage> find(MessageId id) {
    return inner.find(id);
  }

  @Override
  public List<CopyRef> copiesOf(MessageId id) {
    return inner.copiesOf(id);
  }

  @Override
  public List<Copy> readForward(BoxId box, long fromPosition, int limit) {
    return inner.readForward(box, fromPosition, limit);
  }

  @Override
  public List<Copy> readBackward(BoxId box, long belowPosition, int limit) {
    return inner.readBackward(box, belowPosition, limit);
  }

  @Override
  public List<FiledMessage> messagesFrom(long number, int limit) {
    return inner.messagesFrom(number, limit);
  }

  @Override
  public List<StoredMessage> messagesBelow(long number, int limit) {
    return inner.messagesBelow(number, limit);
  }

  @Override
  public List<Copy> read(BoxId box, List<Long> positions) {
    return inner.read(box, positions);
  }

  @Override
  public List<Copy> pending(BoxId box, int limit) {
    return inner.pending(box, limit);
  }

  @Override
  public long positionAtOrAfter(BoxId box, long unixMillis) {
    return inner.positionAtOrAfter(box, unixMillis);
  }

  @Override
  public BoxStats stats(BoxId box) {
    return inner.stats(box);
  }

  @Override
  public void forEachBox(BiConsumer<BoxId, BoxStats> each) {
    inner.forEachBox(each);
  }

  @Override
  public List<String> tables() {
    return inner.tables();
  }

  @Override
  public void forEachRecord(String table, BiConsumer<String, byte[]> each) {
    inner.forEachRecord(table, each);
  }

  @Override
  public Optional<byte[]> record(String table, String key) {
    return inner.record(table, key);
  }

  @Override
  public void backup(Path target) {
    inner.backup(target);
  }

  @Override
  public long sizeOnDisk() {
    return inner.sizeOnDisk();
  }

  @Override
  public long sweep(int bodiesMax) {
    return inner.sweep(bodiesMax);
  }

  @Override
  public void close() {
    inner.close();
  }
}
