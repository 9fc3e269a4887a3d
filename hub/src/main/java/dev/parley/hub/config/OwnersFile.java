package dev.parley.hub.config;

import dev.parley.core.store.Folders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Files that only their owner may read, from their first moment on. */
public final class OwnersFile {
  private OwnersFile() {}

  /** Writes it whole or not at all; when this returns it is there after a loss of power, too. */
  public static void write(Path folder, String name, byte[] content) throws IOException {
    Path fresh = Files.createTempFile(folder, "." + name, "", DataDirectory.ownersFile(folder));
    try {
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true);
      }
      Files.move(fresh, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      Folders.sync(folder);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** A file to lock; it stays empty. */
  public static FileChannel toLock(Path folder, String name) throws IOException {
    return FileChannel.open(
        folder.resolve(name),
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        DataDirectory.ownersFile(folder));
  }
}
