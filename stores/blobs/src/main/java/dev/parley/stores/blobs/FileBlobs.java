package dev.parley.stores.blobs;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.store.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files. A blob appears under its name in one step, when its bytes are on disk, so that what
 * can be found is whole; what was being written when the hub ended is thrown away at the next
 * start.
 */
public final class FileBlobs implements Blobs {
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");
  private static final String TYPE = ".type";

  private final Path directory;
  private final Path incoming;
  private final long bytesMax;

  private FileBlobs(Path directory, long bytesMax) {
    this.directory = directory;
    this.incoming = directory.resolve("incoming");
    this.bytesMax = bytesMax;
  }

  /**
   * @param bytesMax the largest blob
   */
  public static FileBlobs open(Path directory, long bytesMax) {
    FileBlobs blobs = new FileBlobs(directory.toAbsolutePath().normalize(), bytesMax);
    try {
      Folders.create(blobs.incoming);
      try (Stream<Path> unfinished = Files.list(blobs.incoming)) {
        for (Path file : unfinished.toList()) {
          Files.deleteIfExists(file);
        }
      }
      return blobs;
    } catch (IOException e) {
      throw new UncheckedIOException("blobs cannot be kept in " + directory, e);
    }
  }

  @Override
  public Upload upload() {
    return new FileUpload(this, incoming, bytesMax);
  }

  @Override
  public Optional<Blob> find(String sha256) {
    // Checked before it becomes part of a path: nothing else can get out of the folder.
    if (!NAME.matcher(sha256).matches()) {
      return Optional.empty();
    }
    Path file = file(sha256);
    try {
      return Optional.of(new Blob(sha256, Files.size(file), Files.readString(type(file)), file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public Set<String> storedBefore(long unixMillis) {
    Set<String> names = new HashSet<>();
    try (Stream<Path> files = Files.walk(directory, 2)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        if (NAME.matcher(name).matches()
            && Files.getLastModifiedTime(file).toMillis() < unixMillis) {
          names.add(name);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  @Override
  public void delete(String sha256) {
    if (NAME.matcher(sha256).matches()) {
      try {
        // The bytes first: a type without bytes is nothing, and is overwritten.
        Files.deleteIfExists(file(sha256));
        Files.deleteIfExists(type(file(sha256)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public long copyTo(Path target) throws IOException {
    Files.createDirectory(target);
    BlobCopy copy = new BlobCopy(target);
    for (String name : storedBefore(Long.MAX_VALUE)) {
      copy.add(name.substring(0, 2), file(name), type(file(name)));
    }
    copy.finish();
    return copy.bytes();
  }

  private Path file(String sha256) {
    return folder(sha256).resolve(sha256);
  }

  private Path folder(String sha256) {
    return directory.resolve(sha256.substring(0, 2));
  }

  private static Path type(Path file) {
    return file.resolveSibling(file.getFileName() + TYPE);
  }

  /** Gives finished bytes their name; the type first, so that a blob never lacks one. */
  Blob keep(Path finished, String sha256, String contentType) throws IOException {
    Optional<Blob> known = find(sha256);
    if (known.isPresent()) {
      Files.setLastModifiedTime(
          known.get().file(), FileTime.fromMillis(System.currentTimeMillis()));
      return known.get();
    }
    Path file = file(sha256);
    Path folder = folder(sha256);
    Files.createDirectories(folder);
    Path typeDraft = finished.resolveSibling(finished.getFileName() + TYPE);
    try (FileChannel out =
        FileChannel.open(typeDraft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      out.write(StandardCharsets.UTF_8.encode(contentType));
      out.force(true);
    }
    move(typeDraft, type(file));
    move(finished, file);
    // A new name is durable when its folder is.
    Folders.sync(folder);
    Folders.sync(directory);
    return new Blob(sha256, Files.size(file), contentType, file);
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the folder of blobs must be on one file system", e);
    }
  }
}
