package dev.parley.core.store;

import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Durable storage of messages, boxes and records. */
public interface MessageStore extends AutoCloseable {

  /**
   * {@link #readForward}, {@link #readBackward}, {@link #pending}, {@link #messagesFrom} and {@link
   * #messagesBelow} return fewer than asked for, but at least one, when those would be larger than
   * about this: what one reader holds in memory is bounded however large messages are.
   */
  int READ_BYTES_MAX = 4 << 20;

  /** Opens the next commit. Only the committer thread calls this. */
  Commit begin();

  /** The smallest number above every number stored so far; 1 in an empty store. */
  long nextNumber();

  /**
   * How numbers are shown to strangers: in ids that the hub makes, and in cursors. The same for the
   * life of the store, and for all hubs that share it.
   */
  HiddenNumbers hiddenNumbers();

  Optional<StoredMessage> find(MessageId id);

  /**
   * Where the copies of a message lie and how far each has climbed, in the order they were placed.
   */
  List<CopyRef> copiesOf(MessageId id);

  /** Copies from a position upward, oldest first; those trimmed away are skipped. */
  List<Copy> readForward(BoxId box, long fromPosition, int limit);

  /** Copies below a position, newest first. {@link Long#MAX_VALUE} starts at the end. */
  List<Copy> readBackward(BoxId box, long belowPosition, int limit);

  /**
   * What was filed from a number upward, in the order of the commits. A number that is missing
   * belongs to a message that was swept: nothing comes in between later.
   */
  List<FiledMessage> messagesFrom(long number, int limit);

  /**
   * A message and where it was filed first and since, whether or not the copies are still there.
   */
  default Optional<FiledMessage> filed(MessageId id) {
    return find(id)
        .map(message -> messagesFrom(message.number(), 1))
        .filter(found -> !found.isEmpty() && found.getFirst().message().id().equals(id))
        .map(List::getFirst);
  }

  /** Messages below a number, newest first. {@link Long#MAX_VALUE} starts at the end. */
  List<StoredMessage> messagesBelow(long number, int limit);

  /** These copies, in the order given; those that do not exist are left out. */
  List<Copy> read(BoxId box, List<Long> positions);

  /** Pending copies: highest priority first, then oldest first. */
  List<Copy> pending(BoxId box, int limit);

  /**
   * The first position whose message is not older than this; the end of the box if there is none.
   * Found by halving: where neighbours were not stamped in the order they stand in, it is a
   * position near that one.
   */
  long positionAtOrAfter(BoxId box, long unixMillis);

  BoxStats stats(BoxId box);

  /** Every box that holds or has held something, with its counts. */
  void forEachBox(BiConsumer<BoxId, BoxStats> each);

  /** The tables that hold records, in the order of their names' UTF-8 bytes. */
  List<String> tables();

  /** Every record of a table, in the order of its keys' UTF-8 bytes. */
  void forEachRecord(String table, BiConsumer<String, byte[]> each);

  Optional<byte[]> record(String table, String key);

  /**
   * Copies the whole store, as of now and consistently, into a directory that does not exist yet,
   * while it is in use.
   */
  void backup(Path target);

  /** Bytes on disk, for statistics. */
  long sizeOnDisk();

  /**
   * Collects bodies no box refers to any more; bounded work, called in the background on any
   * thread. Returns how many.
   */
  long sweep(int bodiesMax);

  @Override
  void close();
}
