package dev.parley.core.address;

import org.jspecify.annotations.Nullable;

/**
 * Where a message goes, such as {@code agent/ada} or {@code slack/acme/#general}. It may carry
 * wildcards: then it is a broadcast to every subscription it covers.
 *
 * <p>A final class rather than a record: it keeps the text and the places of its segments, and only
 * the text is anybody's business.
 */
public final class Path extends Segmented {

  private Path(String text) {
    super("path", text);
  }

  /** Slashes at the ends and doubled ones are normalised away. */
  public static Path parse(String text) {
    return new Path(text);
  }

  /** The path of direct messages to this agent. */
  public static Path agent(AgentId id) {
    return new Path("agent/" + id.value());
  }

  /** Whether some segment is exactly {@code *} or {@code **}. */
  public boolean hasWildcard() {
    return anyWildcard();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Path that && text().equals(that.text());
  }

  @Override
  public int hashCode() {
    return segmentsHash();
  }
}
