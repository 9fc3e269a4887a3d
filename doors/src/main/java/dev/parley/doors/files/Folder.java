package dev.parley.doors.files;

import dev.parley.core.store.Folders;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A directory that is held open. Whatever is done to a name in it is done there, even if somebody
 * moves the directory or puts a symbolic link in its place meanwhile; links are never followed.
 */
final class Folder implements Closeable, Iterable<Path> {
  private static final Set<PosixFilePermission> READ_AND_WRITE =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final Path path;
  private final SecureDirectoryStream<Path> stream;

  private Folder(Path path, SecureDirectoryStream<Path> stream) {
    this.path = path;
    this.stream = stream;
  }

  /** The one folder that is found by its path, so it may be a link: the owner has said so. */
  @SuppressWarnings("StreamResourceLeak") // the folder that is returned is to be closed
  static Folder root(Path directory) throws IOException {
    DirectoryStream<Path> opened = Files.newDirectoryStream(directory);
    if (opened instanceof SecureDirectoryStream<Path> secure) {
      return new Folder(directory, secure);
    }
    opened.close();
    throw new FileSystemException(
        directory.toString(),
        null,
        "this system cannot hold a directory open against swapped links");
  }

  Folder child(String name) throws IOException {
    if (!attributes(Path.of(name)).isDirectory()) {
      throw new NotDirectoryException(path.resolve(name).toString());
    }
    return new Folder(
        path.resolve(name), stream.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS));
  }

  /** Makes it, for its owner alone, if it is missing. */
  Folder childMadeIfMissing(String name) throws IOException {
    if (!exists(Path.of(name))) {
      Layout.makeDirectory(path.resolve(name));
      sync();
    }
    return child(name);
  }

  Path path() {
    return path;
  }

  /** Names in no order, each without its directory. Once for each opening. */
  @Override
  public Iterator<Path> iterator() {
    Iterator<Path> entries = stream.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entries.hasNext();
      }

      @Override
      public Path next() {
        return entries.next().getFileName();
      }
    };
  }

  PosixFileAttributes attributes(Path name) throws IOException {
    return view(name).readAttributes();
  }

  private PosixFileAttributeView view(Path name) {
    return stream.getFileAttributeView(
        name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  boolean exists(Path name) throws IOException {
    try {
      attributes(name);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Who may read and write the folder may do so with the files that are put there. */
  Set<PosixFilePermission> filePermissions() throws IOException {
    return attributes(Path.of(".")).permissions().stream()
        .filter(READ_AND_WRITE::contains)
        .collect(Collectors.toSet());
  }

  FileChannel read(Path name) throws IOException {
    return open(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  /** Writes a file and returns when its content would survive a power loss; its name may not. */
  void write(Path name, byte[] content, Set<PosixFilePermission> permissions) throws IOException {
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            LinkOption.NOFOLLOW_LINKS);
    try (FileChannel out = open(name, options)) {
      view(name).setPermissions(permissions);
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
  }

  private FileChannel open(Path name, Set<? extends OpenOption> options) throws IOException {
    return (FileChannel) stream.newByteChannel(name, options);
  }

  /** Atomic; what had the new name is replaced. */
  void move(Path name, Folder target, Path newName) throws IOException {
    stream.move(name, target.stream, newName);
  }

  void delete(Path name) throws IOException {
    stream.deleteFile(name);
  }

  /** Returns when the names in it would survive a power loss. */
  void sync() throws IOException {
    Folders.sync(path);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
