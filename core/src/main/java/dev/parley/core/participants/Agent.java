package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A registered agent.
 *
 * @param metadata a JSON object of the owner's own, or null
 * @param tokenHash SHA-256 of its token in hexadecimal, or null when it has none; never shown
 * @param beginning what of the past is its own
 * @param unmoved subscriptions that an older hub kept in this record; {@link
 *     Participants#subscriptions(AgentId)} tells all there are
 */
public record Agent(
    AgentId id,
    String name,
    @Nullable String description,
    @Nullable String metadata,
    @Nullable String tokenHash,
    long createdAt,
    Beginning beginning,
    List<Subscription> unmoved) {

  public Agent {
    unmoved = List.copyOf(unmoved);
  }

  /** What is null stays as it is. */
  Agent updated(
      @Nullable String newName, @Nullable String newDescription, @Nullable String newMetadata) {
    return new Agent(
        id,
        newName == null ? name : newName,
        newDescription == null ? description : newDescription,
        newMetadata == null ? metadata : newMetadata,
        tokenHash,
        createdAt,
        beginning,
        unmoved);
  }

  /** Its subscriptions have records of their own. */
  Agent moved() {
    return new Agent(id, name, description, metadata, tokenHash, createdAt, beginning, List.of());
  }

  Agent withTokenHash(@Nullable String changed) {
    return new Agent(id, name, description, metadata, changed, createdAt, beginning, unmoved);
  }
}
