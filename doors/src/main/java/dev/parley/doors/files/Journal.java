package dev.parley.doors.files;

import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deliveries that are under way, written down before the first of them becomes visible. It
 * holds one batch: the next replaces it once the hub has marked the last one delivered.
 */
final class Journal {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final Path NAME = Path.of("journal");
  private static final Path UNFINISHED = Path.of("journal.tmp");
  private static final int BYTES_MAX = 1 << 20;

  /** A message and the name of its file. */
  record Entry(MessageId id, Path name) {}

  private Journal() {}

  static void write(Folder state, List<Entry> entries) throws IOException {
    var text = new StringBuilder();
    for (Entry entry : entries) {
      text.append(entry.id).append(' ').append(entry.name).append('\n');
    }
    state.write(
        UNFINISHED,
        text.toString().getBytes(StandardCharsets.UTF_8),
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    state.move(UNFINISHED, state, NAME);
    state.sync();
  }

  static List<Entry> read(Folder state) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (String line : text(state).lines().toList()) {
      int space = line.indexOf(' ');
      try {
        Path name = Path.of(line.substring(space + 1)).getFileName();
        entries.add(new Entry(MessageId.parse(line.substring(0, Math.max(space, 0))), name));
      } catch (Refused | IllegalArgumentException e) {
        LOG.error(
            "{}: a line of the journal cannot be read; a delivery may be made twice", state.path());
      }
    }
    return entries;
  }

  private static String text(Folder state) throws IOException {
    try (FileChannel in = state.read(NAME)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(in.size(), BYTES_MAX));
      while (bytes.hasRemaining() && in.read(bytes) >= 0) {
        // until it is full or the file ends
      }
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
