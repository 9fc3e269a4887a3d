package dev.parley.doors.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far a bot's outbox in the hub has been copied: the last position, in a file of its own. */
final class Progress {
  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

  /** It has not been read yet. */
  static final long UNKNOWN = Long.MIN_VALUE;

  private static final long BEGINNING = -1;
  private static final Path NAME = Path.of("copied");
  private static final Path UNFINISHED = Path.of("copied.tmp");
  private static final int DIGITS_MAX = 32;

  private Progress() {}

  static void write(Folder state, long position) throws IOException {
    state.write(
        UNFINISHED,
        Long.toString(position).getBytes(StandardCharsets.US_ASCII),
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    state.move(UNFINISHED, state, NAME);
    state.sync();
  }

  /** From the beginning when there is none: what has been copied is found again. */
  static long read(Folder state) throws IOException {
    try (FileChannel in = state.read(NAME)) {
      ByteBuffer digits = ByteBuffer.allocate(DIGITS_MAX);
      while (digits.hasRemaining() && in.read(digits) >= 0) {
        // until it is full or the file ends
      }
      return Long.parseLong(
          new String(digits.array(), 0, digits.position(), StandardCharsets.US_ASCII).strip());
    } catch (NoSuchFileException e) {
      return BEGINNING;
    } catch (NumberFormatException e) {
      LOG.warn("{}: how far was copied cannot be read; it is looked for", state.path());
      return BEGINNING;
    }
  }
}
