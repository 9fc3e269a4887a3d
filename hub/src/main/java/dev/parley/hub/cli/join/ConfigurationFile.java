package dev.parley.hub.cli.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.store.OwnersFile;
import dev.parley.hub.cli.CliError;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A client's configuration: changed whole or not at all, and kept as it was beside it. */
final class ConfigurationFile {
  private static final long BYTES_MAX = 16 << 20;
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");

  private final Path path;

  /** Through a link to the file it stands for, which others may share. */
  private final Path real;

  private final String text;

  private ConfigurationFile(Path path, Path real, String text) {
    this.path = path;
    this.real = real;
    this.text = text;
  }

  static ConfigurationFile read(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    if (!Files.exists(absolute)) {
      if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
        throw CliError.failed(absolute + " is a link to nothing; nothing was changed");
      }
      return new ConfigurationFile(absolute, absolute, "");
    }
    if (!Files.isRegularFile(absolute) || Files.size(absolute) > BYTES_MAX) {
      throw CliError.failed(absolute + " is no file of settings; nothing was changed");
    }
    return new ConfigurationFile(absolute, absolute.toRealPath(), content(absolute));
  }

  private static String content(Path file) throws IOException {
    try {
      return Files.readString(file, UTF_8);
    } catch (CharacterCodingException e) {
      throw CliError.failed(file + " is not UTF-8; nothing was changed");
    }
  }

  Path path() {
    return path;
  }

  String text() {
    return text;
  }

  /** What it would be after a change; what the change refuses is said with the file's name. */
  String changed(UnaryOperator<String> change) {
    try {
      return change.apply(text);
    } catch (CliError e) {
      throw CliError.failed(path + ": " + e.getMessage());
    }
  }

  /**
   * Writes it; on disk when this returns.
   *
   * @param secret is there something in it that is only its owner's to read?
   * @return where the old one went, if there was one
   */
  @Nullable Path write(String after, boolean secret) throws IOException {
    Path folder = real.getParent();
    if (folder == null) {
      throw CliError.usage(path + " is no file");
    }
    Files.createDirectories(folder);
    Path draft = Files.createTempFile(folder, ".parley", ".draft", OwnersFile.attributes(folder));
    try {
      Path backup = null;
      boolean posix = Files.getFileStore(folder).supportsFileAttributeView("posix");
      if (Files.exists(real)) {
        String moment = LocalDateTime.now(ZoneId.systemDefault()).format(MOMENT);
        backup = folder.resolve(real.getFileName() + ".backup-" + moment);
        Files.copy(real, backup, StandardCopyOption.COPY_ATTRIBUTES);
        if (posix) {
          Set<PosixFilePermission> before = Files.getPosixFilePermissions(real);
          Files.setPosixFilePermissions(draft, secret ? OWNERS : before);
          before.retainAll(OWNERS);
          Files.setPosixFilePermissions(backup, before);
        }
      }
      Files.writeString(draft, after, UTF_8);
      if (!text.equals(Files.exists(real) ? content(real) : "")) {
        throw CliError.failed(
            path + " was changed by somebody else just now; nothing was changed, try again");
      }
      Files.move(draft, real, StandardCopyOption.ATOMIC_MOVE);
      return backup;
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
