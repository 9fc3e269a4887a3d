package dev.parley.core.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only their owner may read, from their first moment on. */
public final class OwnersFile {
  private static final String DRAFT = ".draft";

  private OwnersFile() {}

  /**
   * Writes a file whole or not at all; when this returns it is there after a loss of power, too.
   * One thread of one process writes a file of that name at a time. What a crash leaves is the file
   * as it was, and a draft that the next writer replaces.
   */
  public static void write(Path folder, String name, byte[] content) throws IOException {
    Path draft = folder.resolve(name + DRAFT);
    Files.deleteIfExists(draft);
    try {
      try (FileChannel channel =
          FileChannel.open(
              draft,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              attributes(folder))) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true);
      }
      Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      Folders.sync(folder);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** What makes a new file its owner's alone, where the file system can. */
  public static FileAttribute<?>[] attributes(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** A file to lock; it stays empty. */
  public static FileChannel toLock(Path folder, String name) throws IOException {
    return FileChannel.open(
        folder.resolve(name),
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        attributes(folder));
  }
}
