package dev.parley.apps.binary;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The program of an app, and whether it is one that may be started. */
public final class NativeBinary {
  public static final long BYTES_MAX = 500L << 20;

  /** Enough to tell every format. */
  public static final int HEAD_BYTES = 8;

  private static final int ELF = 0x7f454c46;
  private static final int MACH_O_UNIVERSAL = 0xcafebabe;

  /** Big and little endian, for machines of 32 and 64 bits. */
  private static final Set<Integer> MACH_O = Set.of(0xcffaedfe, 0xfeedface, 0xfeedfacf, 0xcefaedfe);

  /**
   * What follows in a universal binary; in a class file of Java the version is there, 45 or more.
   */
  private static final int ARCHITECTURES_MAX = 30;

  private static final short SCRIPT = 0x2321;
  private static final short PE = 0x4d5a;

  /** What a program is made for. */
  public enum Format {
    ELF,
    MACH_O,
    PE
  }

  private NativeBinary() {}

  /**
   * Where the program of the app in this folder is: under the name that archives use, then under
   * that of a first try, then, while one is being developed, what was built last into {@code tmp}.
   */
  public static Optional<Path> find(Path folder) {
    for (String name : new String[] {"binary", "app"}) {
      Path file = folder.resolve(name);
      // A broken link is there, too, and refused for what it is.
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(file);
      }
    }
    try (var files = Files.list(folder.resolve("tmp"))) {
      return files
          .filter(file -> Files.isRegularFile(file) && isExecutable(file))
          .sorted()
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isExecutable(Path file) {
    try {
      // Of anybody: root may execute what nobody else may.
      return (((Number) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS)).intValue()
              & 0111)
          != 0;
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Looks at a program without following links.
   *
   * @return what it is
   * @throws Refused saying why it cannot be an app
   */
  public static Format check(Path file) {
    try {
      if (Files.isSymbolicLink(file)) {
        throw refused("binary is a symlink");
      }
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw refused("binary is not a regular file");
      }
      if (!isExecutable(file)) {
        throw refused("binary is not executable");
      }
      long size = Files.size(file);
      if (size > BYTES_MAX) {
        throw refused("binary has " + size + " bytes, more than the " + BYTES_MAX + " that it may");
      }
      try (InputStream stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        return check(stream.readNBytes(HEAD_BYTES));
      }
    } catch (IOException e) {
      throw refused("binary is too small or unreadable: " + e.getMessage());
    }
  }

  /**
   * The same by its first bytes alone, of which {@link #HEAD_BYTES} are needed.
   *
   * @throws Refused saying why it cannot be an app
   */
  public static Format check(byte[] head) {
    ByteBuffer bytes = ByteBuffer.wrap(head);
    if (bytes.remaining() < Short.BYTES) {
      throw refused("binary is too small or unreadable");
    }
    short first = bytes.getShort(0);
    if (first == SCRIPT) {
      throw refused(
          "binary is a script (shebang #! detected) — only compiled native binaries are allowed");
    }
    if (first == PE) {
      return Format.PE;
    }
    int magic = bytes.remaining() < Integer.BYTES ? 0 : bytes.getInt(0);
    if (magic == ELF) {
      return Format.ELF;
    }
    if (MACH_O.contains(magic) || (magic == MACH_O_UNIVERSAL && isUniversal(bytes))) {
      return Format.MACH_O;
    }
    throw refused(
        "binary is of no native format: ELF, Mach-O or PE was expected; interpreted languages are"
            + " not permitted");
  }

  private static boolean isUniversal(ByteBuffer bytes) {
    if (bytes.remaining() < HEAD_BYTES) {
      return false;
    }
    int architectures = bytes.getInt(Integer.BYTES);
    return architectures >= 1 && architectures <= ARCHITECTURES_MAX;
  }

  private static Refused refused(String why) {
    return new Refused(ErrorCode.CONFLICT, why);
  }
}
