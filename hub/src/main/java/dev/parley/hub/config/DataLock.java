package dev.parley.hub.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.store.OwnersFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sole right to a data directory. The system takes it back when the process dies, however it
 * dies, so there is never a stale one.
 */
public final class DataLock implements Closeable {
  /**
   * What this process holds. Asking the system again would be worse than useless: closing a second
   * channel on a locked file releases the lock of the first.
   */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  /** Another hub has it. */
  public static final class Taken extends IOException {
    private static final long serialVersionUID = 1L;

    Taken(Path file, String holder) {
      super("another hub (" + holder + ") runs on " + file.getParent());
    }
  }

  private DataLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static DataLock take(Path directory, String name) throws IOException {
    Path file = directory.toRealPath().resolve(name);
    if (!OURS.add(file)) {
      throw new Taken(file, "in this process");
    }
    FileChannel channel = null;
    boolean taken = false;
    try {
      channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
              OwnersFile.attributes(directory));
      taken = channel.tryLock() != null;
      if (!taken) {
        throw new Taken(file, "process " + holder(channel));
      }
      channel.truncate(0);
      channel.write(UTF_8.encode(Long.toString(ProcessHandle.current().pid())));
      return new DataLock(file, channel);
    } finally {
      if (!taken) {
        OURS.remove(file);
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(32);
    channel.read(pid, 0);
    String text = UTF_8.decode(pid.flip()).toString().strip();
    return text.isEmpty() ? "unknown" : text;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    OURS.remove(file);
  }
}
