package dev.parley.apps.install;

import dev.parley.apps.binary.NativeBinary.Format;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.List;
import java.util.Locale;

/**
 * A system and a machine that programs are built for, as {@code linux-amd64}.
 *
 * @param name in Go's words
 */
public record Platform(String name) {
  private static final List<String> ALL =
      List.of(
          "darwin-arm64",
          "darwin-amd64",
          "linux-amd64",
          "linux-arm64",
          "windows-amd64",
          "windows-arm64");
  private static final String MACOS = "macos-";

  public Platform {
    if (!ALL.contains(name)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'platform' must be one of " + String.join(", ", ALL) + ", not '" + name + "'");
    }
  }

  /** As people and tools write it. */
  public static Platform parse(String text) {
    return new Platform(text.startsWith(MACOS) ? "darwin-" + text.substring(MACOS.length()) : text);
  }

  /** Where this hub runs. */
  public static Platform here() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String name = system.contains("mac") ? "darwin" : system.contains("win") ? "windows" : "linux";
    boolean arm = machine.equals("aarch64") || machine.equals("arm64");
    return new Platform(name + (arm ? "-arm64" : "-amd64"));
  }

  /** What programs are for it. */
  public Format format() {
    return switch (name.substring(0, name.indexOf('-'))) {
      case "darwin" -> Format.MACH_O;
      case "windows" -> Format.PE;
      default -> Format.ELF;
    };
  }

  @Override
  public String toString() {
    return name;
  }
}
