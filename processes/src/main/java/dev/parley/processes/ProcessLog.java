package dev.parley.processes;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a process writes, in a file that never grows beyond its limit: then it becomes the older one
 * and a new one is begun. Secrets that the process was given are not written down even if it prints
 * them.
 */
final class ProcessLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessLog.class);
  private static final int CHUNK = 8_192;
  private static final int TAIL_CHARS = 2_000;
  private static final int TAIL_LINES = 20;

  private final Path file;
  private final long bytesMax;
  private final List<Secret> secrets;
  private final StringBuilder tail = new StringBuilder();
  private @Nullable FileChannel channel;
  private boolean complained;

  /** How often something was written, for those who wait for more. */
  private long writes;

  private boolean closed;

  /** What may be the beginning of a secret, held back until it is known. One byte a character. */
  private String held = "";

  ProcessLog(Path file, long bytesMax, List<Secret> secrets) {
    this.file = file;
    this.bytesMax = bytesMax;
    this.secrets = secrets;
  }

  /** Reads until the end. Whatever happens to the file, the process is never held up. */
  void drain(InputStream output) {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int read = output.read(chunk); read >= 0; read = output.read(chunk)) {
        accept(new String(chunk, 0, read, ISO_8859_1));
      }
    } catch (IOException e) {
      // The pipe is gone with the process.
    }
    flush();
  }

  private synchronized void accept(String text) {
    String all = held + text;
    for (Secret secret : secrets) {
      all = all.replace(secret.value(), secret.shownAs());
    }
    int keep = 0;
    for (Secret secret : secrets) {
      keep = Math.max(keep, begun(secret.value(), all));
    }
    held = all.substring(all.length() - keep);
    write(all.substring(0, all.length() - keep));
  }

  /** How many characters at the end of the text may be the beginning of the secret. */
  private static int begun(String secret, String text) {
    int length = Math.min(text.length(), secret.length() - 1);
    while (length > 0 && !text.endsWith(secret.substring(0, length))) {
      length--;
    }
    return length;
  }

  private synchronized void flush() {
    write(held);
    held = "";
  }

  /** A line of the hub's own. */
  synchronized void note(String line) {
    append(line + "\n");
  }

  private void write(String text) {
    tail.append(text);
    if (tail.length() > 2 * TAIL_CHARS) {
      tail.delete(0, tail.length() - TAIL_CHARS);
    }
    append(text);
  }

  private synchronized void append(String text) {
    try {
      for (int from = 0; from < text.length(); ) {
        FileChannel open = room();
        int length = (int) Math.min(text.length() - from, bytesMax - open.size());
        ByteBuffer bytes =
            ByteBuffer.wrap(text.substring(from, from + length).getBytes(ISO_8859_1));
        while (bytes.hasRemaining()) {
          int _ = open.write(bytes);
        }
        from += length;
      }
    } catch (IOException e) {
      if (!complained) {
        LOG.warn("{} cannot be written; what the process writes is lost: {}", file, e.getMessage());
        complained = true;
      }
    }
    writes++;
    notifyAll();
  }

  synchronized long writes() {
    return writes;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Waits until more was written than had been then, or nothing will be any more. */
  synchronized void awaitMore(long then, Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (writes == then && !closed) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  /** The file, with room for something. */
  private FileChannel room() throws IOException {
    FileChannel open = channel == null ? open() : channel;
    if (open.size() >= bytesMax) {
      open.close();
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
      open = open();
    }
    channel = open;
    return open;
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS),
        OwnersFile.attributes(file));
  }

  /** The last lines of this run. */
  synchronized String tail() {
    String text =
        new String(
            tail.substring(Math.max(0, tail.length() - TAIL_CHARS)).getBytes(ISO_8859_1), UTF_8);
    String[] lines = text.strip().split("\n", -1);
    int from = Math.max(0, lines.length - TAIL_LINES);
    return String.join("\n", Arrays.asList(lines).subList(from, lines.length));
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      LOG.warn("{} did not close cleanly: {}", file, e.getMessage());
    }
  }
}
