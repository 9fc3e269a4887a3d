package dev.parley.identity;

import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** The owner's token, in the file {@value #FILE_NAME} of the data directory. */
public final class OwnerToken {
  public static final String FILE_NAME = "owner-token";

  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);
  private static final int FILE_BYTES_MAX = 1_024;

  private OwnerToken() {}

  /**
   * Reads the token, or makes one on first use. The data directory is one hub's alone (the store
   * locks it), so nobody else makes one at the same time.
   *
   * @throws BadTokenFile when others could have read it, or it holds something else
   */
  public static Token loadOrCreate(Path dataDirectory) {
    Path file = dataDirectory.resolve(FILE_NAME);
    try {
      return read(file);
    } catch (NoSuchFileException e) {
      return create(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the owner's token from " + file, e);
    }
  }

  private static Token read(Path file) throws IOException {
    refuseIfOthersMayRead(file);
    if (Files.size(file) > FILE_BYTES_MAX) {
      throw new BadTokenFile(file + " is no token file; move it away to have a new one made");
    }
    String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    if (!Token.isWellFormed(text)) {
      throw new BadTokenFile(file + " does not hold a token; move it away to have a new one made");
    }
    return Token.of(text);
  }

  private static void refuseIfOthersMayRead(Path file) throws IOException {
    if (!hasPosixPermissions(file)) {
      return;
    }
    Set<PosixFilePermission> granted = Files.getPosixFilePermissions(file);
    if (!OWNERS.containsAll(granted)) {
      throw new BadTokenFile(
          file
              + " is open to others ("
              + PosixFilePermissions.toString(granted)
              + "): whoever reads it owns this hub. Run: chmod 600 "
              + file);
    }
  }

  private static boolean hasPosixPermissions(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static Token create(Path file) {
    Token token = Token.generate();
    try {
      OwnersFile.write(
          Objects.requireNonNull(file.toAbsolutePath().getParent()),
          FILE_NAME,
          (token.secret() + "\n").getBytes(StandardCharsets.US_ASCII));
      return token;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the owner's token to " + file, e);
    }
  }
}
