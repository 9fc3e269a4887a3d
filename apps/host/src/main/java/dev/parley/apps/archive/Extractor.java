package dev.parley.apps.archive;

import dev.parley.apps.binary.NativeBinary;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Folders;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * Takes a package apart, into a folder of its own that is there whole or not at all. A package is a
 * stranger's: whatever is not expected in it ends the extraction.
 */
public final class Extractor {
  /** As large as a package may be. */
  public static final long PACKED_MAX = 600L << 20;

  private static final long UNPACKED_MAX = 1L << 30;

  private final Path target;
  private final Map<Member, String> found = new EnumMap<>(Member.class);
  private final Set<String> files = new HashSet<>();
  private final Set<String> folders = new HashSet<>();

  private Extractor(Path target) {
    this.target = target;
  }

  /**
   * @param target does not exist yet; its parent does
   * @return what the app says of itself
   * @throws Refused when the package breaks a rule; the folder is not there then
   * @throws IOException when it cannot be read or written; the folder is not there then
   */
  public static Manifest extract(Path archive, Path target) throws IOException {
    if (Files.size(archive) > PACKED_MAX) {
      throw new Refused(ErrorCode.TOO_LARGE, "an archive has at most " + PACKED_MAX + " bytes");
    }
    Files.createDirectory(target, mode(target, "rwx------"));
    boolean whole = false;
    try (InputStream packed = Files.newInputStream(archive)) {
      Manifest manifest = new Extractor(target).extract(packed);
      whole = true;
      return manifest;
    } catch (EOFException e) {
      throw Member.bad("is not whole: it ends too early");
    } catch (ZipException e) {
      throw Member.bad("is damaged: " + e.getMessage());
    } finally {
      if (!whole) {
        Folders.delete(target);
      }
    }
  }

  private Manifest extract(InputStream packed) throws IOException {
    try (Gunzip unpacked = new Gunzip(packed, UNPACKED_MAX)) {
      TarReader tar = new TarReader(unpacked);
      for (TarReader.Entry each = tar.next(); each != null; each = tar.next()) {
        String name = Member.cleaned(each.name());
        if (each.folder()) {
          folder(name);
        } else {
          file(tar, name, each.size());
        }
      }
    }
    for (Member needed : Member.values()) {
      if (needed != Member.UI && !found.containsKey(needed)) {
        throw Member.bad(
            "has no " + (needed == Member.BINARY ? "binary or app" : needed.fileName()));
      }
    }
    Manifest manifest = ManifestReader.in(target);
    NativeBinary.check(target.resolve(found.getOrDefault(Member.BINARY, "")));
    Folders.sync(target);
    return manifest;
  }

  /** Only those below {@code ui} are made; others may be named, and hold nothing. */
  private void folder(String name) throws IOException {
    if (files.contains(Member.folded(name))) {
      throw twice(name);
    }
    if (name.equals("ui") || name.startsWith(Member.UI.fileName())) {
      make(name);
    }
  }

  private void file(TarReader tar, String name, long size) throws IOException {
    Member member = Member.of(name);
    if (member != Member.UI && found.put(member, name) != null) {
      throw twice(name);
    }
    if (size > member.bytesMax()) {
      throw Packer.tooLarge(name, size, member);
    }
    int slash = name.lastIndexOf('/');
    if (slash > 0) {
      make(name.substring(0, slash));
    }
    if (folders.contains(Member.folded(name)) || !files.add(Member.folded(name))) {
      throw twice(name);
    }
    write(tar, name, member);
  }

  /** Also when the names differ in their case only: some file systems take them for the same. */
  private static Refused twice(String name) {
    return Member.bad("has " + Member.quoted(name) + " more than once");
  }

  private void make(String name) throws IOException {
    for (int end = name.indexOf('/'); ; end = name.indexOf('/', end + 1)) {
      String part = end < 0 ? name : name.substring(0, end);
      if (files.contains(Member.folded(part))) {
        throw twice(part);
      }
      if (folders.add(Member.folded(part))) {
        Files.createDirectory(target.resolve(part), mode("rwx------"));
      } else if (!Files.exists(target.resolve(part))) {
        throw twice(part);
      }
      if (end < 0) {
        return;
      }
    }
  }

  private void write(TarReader tar, String name, Member member) throws IOException {
    Path file = target.resolve(name);
    long written = 0;
    byte[] chunk = new byte[64 << 10];
    try (FileChannel out =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            mode(member == Member.BINARY ? "rwx------" : "rw-------"))) {
      for (int count = tar.read(chunk); count >= 0; count = tar.read(chunk)) {
        written += count;
        if (written > member.bytesMax()) {
          throw Packer.tooLarge(name, written, member);
        }
        ByteBuffer rest = ByteBuffer.wrap(chunk, 0, count);
        while (rest.hasRemaining()) {
          out.write(rest);
        }
      }
      out.force(true);
    }
  }

  private FileAttribute<?>[] mode(String permissions) {
    return mode(target, permissions);
  }

  private static FileAttribute<?>[] mode(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
