package dev.parley.stores.nats;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which versions of nats-server are safe to use: those without a published hole or a known fault
 * that hubs meet. docs/operations.md has the reasons.
 */
public final class ServerVersion {
  /** The last line that is still mended, and the first of its releases that is safe. */
  private static final int LINE_BEFORE = 12;

  private static final int PATCH_BEFORE = 12;

  /** The line after it. */
  private static final int LINE = 14;

  private static final int PATCH = 3;
  private static final int LINE_STUCK = 9;
  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4}).*");

  private ServerVersion() {}

  /** What is wrong with that version, as words that follow its name; null when nothing is known. */
  public static @Nullable String objection(String version) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return null; // built by somebody for themselves
    }
    int major = Integer.parseInt(parts.group(1));
    int line = Integer.parseInt(parts.group(2));
    int patch = Integer.parseInt(parts.group(3));
    if (major != 2) {
      return major < 2 ? "is too old" : null;
    }
    if (line <= LINE_STUCK) {
      return "may stop taking messages after a cut link and has published security holes";
    }
    boolean safe =
        line > LINE
            || (line == LINE && patch >= PATCH)
            || (line == LINE_BEFORE && patch >= PATCH_BEFORE);
    return safe ? null : "has published security holes";
  }

  /** What to use instead. */
  public static String advice() {
    return "use nats-server 2.%d.%d, 2.%d.%d or newer, see docs/operations.md"
        .formatted(LINE_BEFORE, PATCH_BEFORE, LINE, PATCH);
  }
}
