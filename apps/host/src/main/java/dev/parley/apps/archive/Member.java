package dev.parley.apps.archive;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a file of a package is for, by its name, and how large it may be. */
public enum Member {
  MANIFEST("manifest.json", 1L << 20),
  BINARY("binary", 500L << 20),
  SIGNATURES("signatures.json", 1L << 20),
  SKILL("SKILL.md", 1L << 20),
  UI("ui/", 5L << 20);

  private static final int NAME_MAX = 512;
  private static final int SEGMENT_MAX = 128;
  private static final int DEPTH_MAX = 16;
  private static final String APP = "app";
  private static final String SMALL_SKILL = "skill.md";

  private final String fileName;
  private final long bytesMax;

  Member(String fileName, long bytesMax) {
    this.fileName = fileName;
    this.bytesMax = bytesMax;
  }

  /** As it is called in a package that we write; of {@link #UI} what all names begin with. */
  public String fileName() {
    return fileName;
  }

  public long bytesMax() {
    return bytesMax;
  }

  /**
   * What the file of this name is.
   *
   * @param name as {@link #cleaned}
   * @throws Refused when a package has no such file
   */
  static Member of(String name) {
    return switch (name) {
      case "manifest.json" -> MANIFEST;
      case "binary", APP -> BINARY;
      case "signatures.json" -> SIGNATURES;
      case "SKILL.md", SMALL_SKILL -> SKILL;
      default -> {
        if (name.startsWith(UI.fileName) && name.length() > UI.fileName.length()) {
          yield UI;
        }
        throw bad("has the file " + quoted(name) + ", which no package may have");
      }
    };
  }

  /**
   * A member's name without what means nothing, such as {@code ./}; empty for the top itself.
   *
   * @throws Refused when it leads out of the package, or could not be the name of a file everywhere
   */
  static String cleaned(String name) {
    if (name.isEmpty() || name.length() > NAME_MAX) {
      throw bad("has a member whose name is empty or longer than " + NAME_MAX + " characters");
    }
    if (name.startsWith("/")) {
      throw bad("has the absolute path " + quoted(name));
    }
    if (name.chars().anyMatch(c -> c < ' ' || c == 0x7f || c == '\\' || c == ':')) {
      throw bad("has a member with a forbidden character in its name, " + quoted(name));
    }
    List<String> segments = new ArrayList<>();
    for (String segment : name.split("/", -1)) {
      switch (segment) {
        case "", "." -> {}
        case ".." -> throw bad("has a path that climbs out with '..', " + quoted(name));
        default -> segments.add(segment);
      }
    }
    if (segments.size() > DEPTH_MAX
        || segments.stream().anyMatch(segment -> segment.length() > SEGMENT_MAX)) {
      throw bad("has a path that is too deep or too long, " + quoted(name));
    }
    return String.join("/", segments);
  }

  /** The same for names that only a file system which looks at the case holds apart. */
  static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  static Refused bad(String what) {
    return new Refused(ErrorCode.BAD_REQUEST, "the archive " + what);
  }

  /** A stranger's words in a message: short, and on one line. */
  static String quoted(String text) {
    String shown = text.length() <= 100 ? text : text.substring(0, 100) + "...";
    return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
  }
}
