package dev.parley.apps.store;

import dev.parley.apps.archive.Member;
import dev.parley.apps.binary.NativeBinary;
import dev.parley.apps.install.Platform;
import dev.parley.core.blob.Blob;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Knows what can be known without asking anybody: the format of the program, its size, and a list
 * of hashes that the owner of the store has written down, one in each line.
 */
final class LocalScanner implements Scanner {
  private final Path denied;

  /**
   * @param denied the list; it need not be there
   */
  LocalScanner(Path denied) {
    this.denied = denied;
  }

  @Override
  public Optional<String> flaw(Platform platform, Blob program) {
    if (program.size() > Member.BINARY.bytesMax()) {
      return Optional.of("the program has more than " + Member.BINARY.bytesMax() + " bytes");
    }
    try {
      NativeBinary.Format format = NativeBinary.check(head(program));
      if (format != platform.format()) {
        return Optional.of(
            "the program is %s, but %s needs %s".formatted(format, platform, platform.format()));
      }
      return isDenied(program.sha256())
          ? Optional.of("the program is on the list of those that this store does not take")
          : Optional.empty();
    } catch (Refused e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] head(Blob program) throws IOException {
    try (InputStream in = Files.newInputStream(program.file())) {
      return in.readNBytes(NativeBinary.HEAD_BYTES);
    }
  }

  private boolean isDenied(String sha256) throws IOException {
    if (!Files.exists(denied)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(denied)) {
      return lines.anyMatch(line -> line.strip().equalsIgnoreCase(sha256));
    }
  }
}
