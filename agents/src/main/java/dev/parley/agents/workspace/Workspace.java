package dev.parley.agents.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ObjLongConsumer;

/**
 * The files of one agent. Each folder on the way to a file is opened by the one before it and no
 * link is followed, so that no name leads out, whatever somebody puts there meanwhile.
 */
final class Workspace {
  static final int FILE_BYTES_MAX = 4 << 20;
  private static final int DEPTH_MAX = 32;
  private static final int FILES_MAX = 20_000;

  private static final FileAttribute<?> OWNERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path root;

  Workspace(Path root) {
    this.root = root;
  }

  /** What is done in a folder. */
  @FunctionalInterface
  private interface Work<T> {
    T in(SecureDirectoryStream<Path> folder) throws IOException;
  }

  /**
   * Something in a folder.
   *
   * @param kind file, folder, or other
   */
  record Entry(String name, String kind, long bytes) {}

  /** How much is in it; of one that has more files than may be, what was counted until then. */
  record Extent(int files, long bytes) {}

  String read(String path) {
    List<Path> names = names(path);
    Path name = fileName(names);
    return in(names.subList(0, names.size() - 1), false, folder -> text(folder, name, path));
  }

  private static String text(SecureDirectoryStream<Path> folder, Path name, String path)
      throws IOException {
    BasicFileAttributes attributes = attributes(folder, name);
    // A pipe, for one, would be waited for without end.
    if (!attributes.isRegularFile()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + path + "' is not a file");
    }
    if (attributes.size() > FILE_BYTES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE, "'" + path + "' has more than " + FILE_BYTES_MAX + " bytes");
    }
    try (SeekableByteChannel channel =
        folder.newByteChannel(name, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS))) {
      ByteBuffer bytes = ByteBuffer.allocate((int) attributes.size());
      int read = 0;
      while (bytes.hasRemaining() && read >= 0) {
        read = channel.read(bytes);
      }
      return new String(bytes.array(), 0, bytes.position(), UTF_8);
    }
  }

  /** Whole or not at all; makes the folders that it is in. */
  void write(String path, String text) {
    List<Path> names = names(path);
    Path name = fileName(names);
    boolean _ = in(names.subList(0, names.size() - 1), true, folder -> written(folder, name, text));
  }

  private static boolean written(SecureDirectoryStream<Path> folder, Path name, String text)
      throws IOException {
    Path draft = Path.of("." + name + ".draft");
    try {
      folder.deleteFile(draft);
    } catch (NoSuchFileException e) {
      // It is not there, as it should be.
    }
    try (SeekableByteChannel channel =
        folder.newByteChannel(
            draft,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, NOFOLLOW_LINKS),
            OWNERS)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        int _ = channel.write(bytes);
      }
    }
    folder.move(draft, folder, name);
    return true;
  }

  /** In the order of the names. */
  List<Entry> list(String path, int atMost) {
    List<Entry> found = new ArrayList<>();
    boolean _ =
        in(
            names(path),
            false,
            folder -> {
              for (Path child : folder) {
                if (found.size() >= atMost) {
                  return false;
                }
                Path name = child.getFileName();
                found.add(entry(name, attributes(folder, name)));
              }
              return true;
            });
    found.sort(Comparator.comparing(Entry::name));
    return found;
  }

  private static Entry entry(Path name, BasicFileAttributes attributes) {
    String kind =
        attributes.isDirectory() ? "folder" : attributes.isRegularFile() ? "file" : "other";
    return new Entry(name.toString(), kind, attributes.size());
  }

  /**
   * Goes through the files below a folder, as far as they may be many and deep.
   *
   * @param visitor told of each file's path from the root and its size
   */
  Extent walk(String path, ObjLongConsumer<String> visitor) {
    List<Path> names = names(path);
    StringBuilder prefix = new StringBuilder();
    names.forEach(name -> prefix.append(name).append('/'));
    return in(
        names,
        false,
        folder -> walk(folder, prefix.toString(), names.size(), new Extent(0, 0), visitor));
  }

  private static Extent walk(
      SecureDirectoryStream<Path> folder,
      String prefix,
      int depth,
      Extent before,
      ObjLongConsumer<String> visitor)
      throws IOException {
    Extent extent = before;
    for (Path child : folder) {
      Path name = child.getFileName();
      if (extent.files > FILES_MAX) {
        break;
      }
      try {
        BasicFileAttributes attributes = attributes(folder, name);
        extent = new Extent(extent.files + 1, extent.bytes + attributes.size());
        if (attributes.isRegularFile()) {
          visitor.accept(prefix + name, attributes.size());
        } else if (attributes.isDirectory() && depth < DEPTH_MAX) {
          try (SecureDirectoryStream<Path> inner =
              folder.newDirectoryStream(name, NOFOLLOW_LINKS)) {
            extent = walk(inner, prefix + name + "/", depth + 1, extent, visitor);
          }
        }
      } catch (NoSuchFileException e) {
        // It has gone meanwhile.
      }
    }
    return extent;
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return folder
        .getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS)
        .readAttributes();
  }

  private static Path fileName(List<Path> names) {
    if (names.isEmpty()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'path' names no file");
    }
    return names.getLast();
  }

  /** The names on the way; a path that commands in the folder see is as good as one within it. */
  private List<Path> names(String text) {
    Path path;
    try {
      path = Path.of(text);
    } catch (InvalidPathException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'path' is no path");
    }
    if (path.isAbsolute()) {
      if (!path.startsWith(root)) {
        throw outside(text);
      }
      path = root.relativize(path);
    }
    List<Path> names = new ArrayList<>();
    for (Path name : path) {
      switch (name.toString()) {
        case "", "." -> {}
        case ".." -> throw outside(text);
        default -> names.add(name);
      }
    }
    if (names.size() > DEPTH_MAX) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'path' is deeper than " + DEPTH_MAX + " folders");
    }
    return names;
  }

  private static Refused outside(String path) {
    return new Refused(ErrorCode.FORBIDDEN, "'" + path + "' is not in your folder");
  }

  private <T> T in(List<Path> folders, boolean make, Work<T> work) {
    try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      if (top instanceof SecureDirectoryStream<Path> secure) {
        return in(secure, root, folders, make, work);
      }
      throw new Refused(ErrorCode.CONFLICT, "this system cannot keep files together safely");
    } catch (NoSuchFileException e) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no such file or folder");
    } catch (IOException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "that cannot be done here; links are not followed");
    }
  }

  private static <T> T in(
      SecureDirectoryStream<Path> at, Path where, List<Path> folders, boolean make, Work<T> work)
      throws IOException {
    if (folders.isEmpty()) {
      return work.in(at);
    }
    Path next = where.resolve(folders.getFirst());
    try (SecureDirectoryStream<Path> inner = opened(at, next, make)) {
      return in(inner, next, folders.subList(1, folders.size()), make, work);
    }
  }

  private static SecureDirectoryStream<Path> opened(
      SecureDirectoryStream<Path> at, Path next, boolean make) throws IOException {
    Path name = next.getFileName();
    try {
      return at.newDirectoryStream(name, NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      if (!make) {
        throw e;
      }
      // At worst an empty folder elsewhere, should somebody change the way to it just now.
      var _ =
          Files.createDirectory(
              next,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return at.newDirectoryStream(name, NOFOLLOW_LINKS);
    }
  }
}
