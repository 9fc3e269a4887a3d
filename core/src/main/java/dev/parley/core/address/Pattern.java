package dev.parley.core.address;

import org.jspecify.annotations.Nullable;

/**
 * What a subscriber asks for. A segment {@code *} stands for exactly one segment of a path, {@code
 * **} for any number, none included; anything else, {@code #*} too, stands for itself.
 */
public final class Pattern extends Segmented {

  static final String ONE = "*";
  static final String MANY = "**";

  private Pattern(String text) {
    super("pattern", text, BYTES_MAX);
  }

  /** Slashes at the ends and doubled ones are normalised away. */
  public static Pattern parse(String text) {
    return new Pattern(text);
  }

  /** Whether it has no wildcard, so that it asks for one path only. */
  public boolean isLiteral() {
    return !anyWildcard();
  }

  /** Whether this pattern matches the path, the path's segments taken as they are written. */
  public boolean matches(Path path) {
    return covers(path);
  }

  /**
   * Whether a message to the path is delivered here: this pattern matches the path, or the path,
   * taken as a pattern, matches this one's segments as they are written. The second way is what
   * makes {@code agent/**} a broadcast.
   */
  public boolean meets(Path path) {
    return covers(path) || path.covers(this);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Pattern that && text().equals(that.text());
  }

  @Override
  public int hashCode() {
    return segmentsHash();
  }
}
