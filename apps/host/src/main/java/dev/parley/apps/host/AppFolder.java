package dev.parley.apps.host;

import dev.parley.apps.binary.NativeBinary;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The folder of an app, or a link to one, which an owner who develops an app may set. */
public record AppFolder(Path path) {
  /** Keeps an app from being launched, for good. */
  public static final String QUARANTINED = ".quarantined";

  private static final String PID = ".pid";

  public String id() {
    return String.valueOf(path.getFileName());
  }

  /** Whether the owner has only linked it here. */
  public boolean isSideloaded() {
    return Files.isSymbolicLink(path);
  }

  public boolean isQuarantined() {
    return Files.exists(path.resolve(QUARANTINED), LinkOption.NOFOLLOW_LINKS);
  }

  public boolean hasManifest() {
    return Files.isRegularFile(path.resolve(ManifestReader.FILE));
  }

  /**
   * @throws Refused when it cannot be read, breaks a rule, or is that of another app
   */
  public Manifest manifest() {
    Manifest manifest = ManifestReader.in(path);
    if (!manifest.id().equals(id())) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "its folder is called '" + id() + "', but its manifest says '" + manifest.id() + "'");
    }
    return manifest;
  }

  /**
   * @throws Refused when there is none
   */
  public Path binary() {
    return NativeBinary.find(path)
        .orElseThrow(
            () -> new Refused(ErrorCode.NOT_FOUND, "there is no program: neither binary nor app"));
  }

  /** What the app may write. */
  Path data() {
    return path.resolve("data");
  }

  Path logs() {
    return path.resolve("logs");
  }

  /** Makes what an app needs to run. */
  void prepare() throws IOException {
    for (Path each : new Path[] {data(), logs()}) {
      if (!Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
        // A link is refused: what is behind it would be the app's to write.
        Files.createDirectory(
            each,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
    }
  }

  /** What changes when another program or manifest is put there; empty without a manifest. */
  Optional<String> fingerprint() {
    StringBuilder all = new StringBuilder();
    for (String name : new String[] {ManifestReader.FILE, "binary", "app", QUARANTINED}) {
      BasicFileAttributes is = attributes(path.resolve(name));
      if (is == null && name.equals(ManifestReader.FILE)) {
        return Optional.empty();
      }
      if (is != null) {
        all.append(is.lastModifiedTime()).append(' ').append(is.size()).append(is.fileKey());
      }
      all.append(';');
    }
    return Optional.of(all.toString());
  }

  /** Looked at for every app twice a second: what is not there must not cost an exception. */
  private static @Nullable BasicFileAttributes attributes(Path file) {
    try {
      return file.getFileSystem()
          .provider()
          .readAttributesIfExists(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return null;
    }
  }

  void writePid(long pid) throws IOException {
    Files.writeString(path.resolve(PID), Long.toString(pid));
  }

  void removePid(long pid) {
    try {
      if (readPid() == pid) {
        Files.deleteIfExists(path.resolve(PID));
      }
    } catch (IOException e) {
      // Looked at again before the next launch.
    }
  }

  private long readPid() throws IOException {
    Path file = path.resolve(PID);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > 20) {
      return 0;
    }
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Kills what an earlier hub has left, if the number is not somebody else's by now. */
  void killLeftover(Path binary) {
    try {
      ProcessHandle.of(readPid())
          .filter(process -> isRunBy(process, binary))
          .ifPresent(ProcessHandle::destroyForcibly);
    } catch (IOException | IllegalArgumentException e) {
      // No number, no process.
    }
  }

  /** Whether a process runs this program; also when the file was replaced meanwhile. */
  static boolean isRunBy(ProcessHandle process, Path binary) {
    Optional<String> command = process.info().command();
    if (command.isEmpty()) {
      return false;
    }
    String plain = command.get().replaceFirst(" \\(deleted\\)$", "");
    try {
      return plain.equals(binary.toString()) || plain.equals(binary.toRealPath().toString());
    } catch (IOException e) {
      return plain.equals(binary.toString());
    }
  }
}
