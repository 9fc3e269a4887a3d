package dev.parley.stores.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Looks for damage in the middle of RocksDB's write-ahead logs. RocksDB reads a log up to the first
 * record that is not whole and takes the rest for a write that a crash cut short. If whole records
 * follow, it was no such write: they were acknowledged, and would be lost without a word.
 *
 * <pre>
 * a log is blocks of 32 KiB; a block is records, and zeros where none fits any more
 * record    checksum(4, little-endian)  length(2)  type(1)  bytes
 * type      0 nothing, 1 whole, 2 first part, 3 middle part, 4 last part, others are not data
 * checksum  CRC-32C of type and bytes, rotated and added to
 * </pre>
 */
final class LogDamage {
  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER_BYTES = 7;
  private static final int WHOLE = 1;
  private static final int FIRST = 2;
  private static final int MIDDLE = 3;
  private static final int LAST = 4;

  private final CRC32C crc = new CRC32C();

  /** Where the first record stands that is not whole; -1 while there is none. */
  private long badAt = -1;

  /** Whether the parts of a record have been whole from its first one on, since the bad record. */
  private boolean inParts;

  private boolean wholeFollows;

  private LogDamage() {}

  /** One sentence about the first log with damage in its middle. */
  static Optional<String> in(Path directory) {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".log"))
          .sorted()
          .flatMap(file -> of(file).stream())
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at the logs in " + directory, e);
    }
  }

  private static Optional<String> of(Path file) {
    LogDamage look = new LogDamage();
    try (FileChannel log = FileChannel.open(file)) {
      ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (long start = 0; start < log.size() && !look.wholeFollows; start += BLOCK_BYTES) {
        block.clear();
        while (block.hasRemaining() && log.read(block, start + block.position()) > 0) {
          // until the block is read, or the log ends
        }
        block.flip();
        look.onBlock(block, start);
      }
    } catch (NoSuchFileException e) {
      return Optional.empty(); // another process has it open, and deletes what it no longer needs
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at " + file, e);
    }
    return look.wholeFollows
        ? Optional.of(file.getFileName() + " is damaged at byte " + look.badAt)
        : Optional.empty();
  }

  private void onBlock(ByteBuffer block, long start) {
    int at = 0;
    while (at + HEADER_BYTES <= block.limit() && !wholeFollows) {
      int length = Short.toUnsignedInt(block.getShort(at + 4));
      int type = Byte.toUnsignedInt(block.get(at + 6));
      if (type == 0 && length == 0) {
        return; // room that was set aside, or a hole
      }
      int next = at + HEADER_BYTES + length;
      if (next > block.limit() || block.getInt(at) != checksum(block, at + 6, length + 1)) {
        badAt = badAt < 0 ? start + at : badAt;
        inParts = false;
      } else {
        onRecord(type);
      }
      // Where a length is wrong it leads to nothing whole, or out of the block; the next is sound.
      at = next;
    }
  }

  private void onRecord(int type) {
    switch (type) {
      case WHOLE -> wholeFollows = badAt >= 0;
      case FIRST -> inParts = true;
      case MIDDLE -> {}
      case LAST -> {
        wholeFollows = badAt >= 0 && inParts;
        inParts = false;
      }
      default -> {}
    }
  }

  private int checksum(ByteBuffer block, int from, int length) {
    crc.reset();
    crc.update(block.slice(from, length));
    int value = (int) crc.getValue();
    return Integer.rotateRight(value, 15) + 0xa282ead8;
  }
}
