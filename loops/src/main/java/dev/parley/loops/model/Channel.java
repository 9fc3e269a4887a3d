package dev.parley.loops.model;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A place in a loop where its members talk.
 *
 * @param closed private: only members of the loop that were chosen take part
 * @param conversation the id that all its messages carry
 * @param createdAt Unix milliseconds
 */
public record Channel(
    UUID id,
    String name,
    @Nullable String description,
    boolean closed,
    UUID conversation,
    AgentId creator,
    long createdAt) {

  /** Where its messages go. */
  public Path path(String slug) {
    return Path.parse("loop/" + slug + "/#" + name);
  }
}
