package dev.parley.stores.blobs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A folder into which blobs are copied, and the bytes that are in it so far. One thread's own. */
final class BlobCopy {
  private final Path target;
  private long bytes;

  BlobCopy(Path target) {
    this.target = target;
  }

  long bytes() {
    return bytes;
  }

  /**
   * @param inFolder what the folder it is in is called
   * @param type the file beside it, which is copied first: a blob never lacks one
   */
  void add(String inFolder, Path file, Path type) throws IOException {
    Path folder = target.resolve(inFolder);
    Files.createDirectories(folder);
    copy(type, folder.resolve(type.getFileName()));
    copy(file, folder.resolve(file.getFileName()));
    bytes += Files.size(file);
  }

  /**
   * A blob never changes, so on the same disk a second name for it is a copy that costs nothing.
   */
  private static void copy(Path from, Path to) throws IOException {
    try {
      Files.createLink(to, from);
    } catch (IOException | UnsupportedOperationException e) {
      Files.copy(from, to);
      sync(to, StandardOpenOption.WRITE);
    }
  }

  /** Makes the names durable. */
  void finish() throws IOException {
    try (var folders = Files.newDirectoryStream(target)) {
      for (Path folder : folders) {
        sync(folder, StandardOpenOption.READ);
      }
    }
    sync(target, StandardOpenOption.READ);
  }

  private static void sync(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
