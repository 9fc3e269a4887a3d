package dev.parley.stores.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Looks at how a write-ahead log ends. RocksDB reuses the files of old logs, because overwriting
 * them syncs faster than growing new ones, and so cannot tell itself whether what follows the last
 * record is a write cut short or just what the file held before. The difference: of the former
 * there is a header with this log's number or nothing valid at all, of the latter there are whole
 * records of an older log.
 *
 * <pre>
 * blocks of 32 KiB, filled with
 *   masked CRC-32C(4) length(2) type(1) log number(4) payload     all little-endian
 * the rest of a block that is too short for a header is zero
 * </pre>
 */
final class LogTail {
  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER_BYTES = 11;
  private static final int TYPE_AT = 6;
  private static final int NUMBER_AT = 7;
  private static final int FIRST = 6;
  private static final int LAST = 8;

  /** An old record's log is at most this much older: beyond that it is a chance match. */
  private static final int NUMBERS_BACK_MAX = 100_000;

  private final FileChannel file;
  private final int number;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C crc = new CRC32C();

  private LogTail(FileChannel file, int number) {
    this.file = file;
    this.number = number;
  }

  /** What is torn at the end of the log with this number, in words; empty if nothing is. */
  static Optional<String> torn(FileChannel file, int number) throws IOException {
    return new LogTail(file, number).find();
  }

  private Optional<String> find() throws IOException {
    boolean unfinished = false;
    long start = 0;
    for (; readBlock(start); start += BLOCK_BYTES) {
      int at = 0;
      for (; at + HEADER_BYTES <= block.limit() && isRecordOf(number, at); at = afterRecord(at)) {
        int type = block.get(at + TYPE_AT);
        unfinished = type == FIRST || (unfinished && type != LAST);
      }
      boolean isFull = at + HEADER_BYTES > BLOCK_BYTES && isZero(at);
      if (!isFull) {
        return unfinished || isTorn(start, at) ? Optional.of(words(start + at)) : Optional.empty();
      }
    }
    return unfinished ? Optional.of(words(start)) : Optional.empty();
  }

  private String words(long end) {
    return "%06d.log: what follows its first %d bytes is a write that was not finished"
        .formatted(number, end);
  }

  /** The records of this log end here; is what follows a beginning of another, or rubbish? */
  private boolean isTorn(long start, int at) throws IOException {
    if (isZero(at)) {
      return false;
    }
    boolean begun = at + HEADER_BYTES <= block.limit() && block.getInt(at + NUMBER_AT) == number;
    return begun || !isFollowedByAnOlderLog(start, at);
  }

  private boolean isFollowedByAnOlderLog(long start, int at) throws IOException {
    for (int old = at; old + HEADER_BYTES <= block.limit(); old++) {
      if (isRecordOfAnOlderLog(old)) {
        return true;
      }
    }
    return readBlock(start + BLOCK_BYTES)
        && block.limit() >= HEADER_BYTES
        && isRecordOfAnOlderLog(0);
  }

  private boolean isRecordOfAnOlderLog(int at) {
    int old = block.getInt(at + NUMBER_AT);
    return old > 0 && old < number && old > number - NUMBERS_BACK_MAX && isRecordOf(old, at);
  }

  private boolean isRecordOf(int log, int at) {
    if (block.getInt(at + NUMBER_AT) != log || afterRecord(at) > block.limit()) {
      return false;
    }
    crc.reset();
    crc.update(block.array(), at + TYPE_AT, afterRecord(at) - at - TYPE_AT);
    int value = (int) crc.getValue();
    return block.getInt(at) == ((value >>> 15) | (value << 17)) + 0xa282ead8;
  }

  private int afterRecord(int at) {
    return at + HEADER_BYTES + Short.toUnsignedInt(block.getShort(at + 4));
  }

  private boolean isZero(int from) {
    for (int i = from; i < block.limit(); i++) {
      if (block.get(i) != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean readBlock(long start) throws IOException {
    block.clear();
    long at = start;
    while (block.hasRemaining()) {
      int count = file.read(block, at);
      if (count < 0) {
        break;
      }
      at += count;
    }
    block.flip();
    return block.hasRemaining();
  }
}
