package dev.parley.core.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Folders that stores, indexes and backups keep their files in. */
public final class Folders {
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");

  private Folders() {}

  /**
   * Is a file or folder open to anybody but its owner? Nothing is where the file system does not
   * say.
   */
  public static boolean isOpen(Path path) throws IOException {
    return isPosix(path)
        && !OWNERS.containsAll(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * Closes a file, or a folder with everything in it, to everybody but its owner, following no
   * links.
   *
   * @return how many were open
   */
  public static int close(Path path) throws IOException {
    if (!isPosix(path) || Files.isSymbolicLink(path)) {
      return 0;
    }
    List<Path> all;
    try (Stream<Path> walk = Files.walk(path)) {
      all = walk.filter(each -> !Files.isSymbolicLink(each)).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    int closed = 0;
    for (Path each : all) {
      try {
        if (isOpen(each)) {
          Set<PosixFilePermission> granted = Files.getPosixFilePermissions(each);
          granted.retainAll(OWNERS);
          Files.setPosixFilePermissions(each, granted);
          closed++;
        }
      } catch (NoSuchFileException goneMeanwhile) {
        // such as a file that the store was just done with
      }
    }
    return closed;
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** Deletes a folder with everything in it, following no links; does nothing where none is. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path each : deepestFirst) {
      Files.deleteIfExists(each);
    }
  }

  /** A file that was made, renamed or deleted in it is so after a loss of power, too. */
  public static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Makes a folder and those above it, as far as they are missing; they are there after a loss of
   * power, too.
   */
  public static void create(Path folder, FileAttribute<?>... attributes) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = folder.toAbsolutePath(); at != null && !Files.exists(at); at = at.getParent()) {
      missing.push(at);
    }
    Files.createDirectories(folder, attributes);
    for (Path made : missing) {
      Path parent = made.getParent();
      if (parent != null) {
        sync(parent);
      }
    }
  }
}
