package dev.parley.processes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log of a process from near its end, and goes on with what the process writes. The file
 * is all that waits: whoever reads slowly holds nothing up, and misses what was thrown away
 * meanwhile. By one thread at a time.
 */
public final class LogReader implements AutoCloseable {
  private static final int CHUNK = 16 << 10;

  private final Path file;
  private final @Nullable ProcessLog live;
  private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK);
  private final CharBuffer chars = CharBuffer.allocate(CHUNK);
  private final CharsetDecoder decoder =
      UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private @Nullable FileChannel channel;
  private @Nullable Object key;
  private boolean over;

  private LogReader(Path file, @Nullable ProcessLog live) {
    this.file = file;
    this.live = live;
  }

  /**
   * @param live that of a process that may still write; null for what one has left
   * @param before how many bytes before the end it begins
   */
  static LogReader open(Path file, @Nullable ProcessLog live, long before) throws IOException {
    LogReader reader = new LogReader(file, live);
    FileChannel opened = reader.begin();
    if (opened != null) {
      var _ = opened.position(Math.max(0, opened.size() - before));
    }
    return reader;
  }

  /** What a process has left. */
  public static LogReader of(Path file, long before) throws IOException {
    return open(file, null, before);
  }

  private @Nullable FileChannel begin() throws IOException {
    try {
      channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
      key = keyNow();
    } catch (NoSuchFileException e) {
      close(); // nothing was written so far
    }
    return channel;
  }

  private @Nullable Object keyNow() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /**
   * What comes next; empty when nothing came for so long, or nothing will come any more.
   *
   * @throws InterruptedException when whoever waits is not wanted any more
   */
  public String next(Duration atMost) throws IOException, InterruptedException {
    ProcessLog source = live;
    long then = source == null ? 0 : source.writes();
    boolean closed = source == null || source.isClosed();
    String text = read();
    if (!text.isEmpty()) {
      return text;
    }
    if (source == null || closed) {
      over = true;
      return "";
    }
    source.awaitMore(then, atMost);
    return read();
  }

  /** Was all of it read that there will ever be? */
  public boolean isOver() {
    return over;
  }

  private String read() throws IOException {
    if (channel == null && begin() == null) {
      return "";
    }
    // Asked before: what was full when another took its place is not written any more.
    boolean replaced = isReplaced();
    String text = decoded();
    if (text.isEmpty() && replaced) {
      close();
      return begin() == null ? "" : decoded();
    }
    return text;
  }

  private boolean isReplaced() throws IOException {
    try {
      Object now = keyNow();
      return now != null && !now.equals(key);
    } catch (NoSuchFileException e) {
      return false; // being replaced just now
    }
  }

  private String decoded() throws IOException {
    FileChannel from = channel;
    if (from == null || from.read(bytes) < 0) {
      return "";
    }
    var _ = bytes.flip();
    var _ = decoder.decode(bytes, chars, false);
    var _ = bytes.compact();
    var _ = chars.flip();
    String text = chars.toString();
    var _ = chars.clear();
    return text;
  }

  @Override
  public void close() throws IOException {
    FileChannel opened = channel;
    channel = null;
    if (opened != null) {
      opened.close();
    }
  }
}
