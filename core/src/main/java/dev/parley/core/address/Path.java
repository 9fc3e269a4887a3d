package dev.parley.core.address;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

  /** {@code agent/a,b} is one message to both; a comma cannot be part of an id. */
  public boolean namesSeveral() {
    return depth() == 2 && segmentEquals(0, "agent") && segment(1).indexOf(',') >= 0;
  }

  /** The recipients that a list names, otherwise the one agent that it is for, or none. */
  public List<String> named() {
    if (namesSeveral()) {
      return List.of(segment(1).split(",", -1));
    }
    return depth() == 2 && segmentEquals(0, "agent") && !anyWildcard()
        ? List.of(segment(1))
        : List.of();
  }

  /** Those it names that a message has not reached; a sender is not reached by its own list. */
  public List<String> unreached(String from, Collection<AgentId> reached) {
    List<String> names = named();
    if (names.isEmpty() || (names.size() == 1 && !reached.isEmpty())) {
      return List.of(); // somebody else may have subscribed to the name
    }
    Set<String> others = new LinkedHashSet<>(names);
    others.remove(from);
    reached.forEach(agent -> others.remove(agent.value()));
    return List.copyOf(others);
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
