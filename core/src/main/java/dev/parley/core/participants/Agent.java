package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A registered agent.
 *
 * @param metadata a JSON object of the owner's own, or null
 * @param card what it says of itself to those who look for agents: a JSON object, checked by the
 *     door at which it was published, or null
 * @param tokenHash SHA-256 of its token in hexadecimal, or null when it has none; never shown
 * @param owner the agent of the person whose it is, which for that agent is itself; null for those
 *     of the hub's owner
 * @param beginning what of the past is its own
 * @param unmoved subscriptions that an older hub kept in this record; {@link
 *     Participants#subscriptions(AgentId)} tells all there are
 */
public record Agent(
    AgentId id,
    String name,
    @Nullable String description,
    @Nullable String metadata,
    @Nullable String card,
    @Nullable String tokenHash,
    @Nullable AgentId owner,
    long createdAt,
    Beginning beginning,
    List<Subscription> unmoved) {

  public Agent {
    unmoved = List.copyOf(unmoved);
  }

  /** Tells this agent from one that had its name before or will have it later. */
  public String incarnation() {
    return beginning.number() + " " + createdAt;
  }

  /** Is this the agent as which a person with an account speaks? */
  public boolean isPerson() {
    return id.equals(owner);
  }

  /** What is null stays as it is. */
  Agent updated(
      @Nullable String newName, @Nullable String newDescription, @Nullable String newMetadata) {
    return new Agent(
        id,
        newName == null ? name : newName,
        newDescription == null ? description : newDescription,
        newMetadata == null ? metadata : newMetadata,
        card,
        tokenHash,
        owner,
        createdAt,
        beginning,
        unmoved);
  }

  /** Its subscriptions have records of their own. */
  Agent moved() {
    return new Agent(
        id, name, description, metadata, card, tokenHash, owner, createdAt, beginning, List.of());
  }

  Agent withTokenHash(@Nullable String changed) {
    return new Agent(
        id, name, description, metadata, card, changed, owner, createdAt, beginning, unmoved);
  }

  Agent withCard(@Nullable String changed) {
    return new Agent(
        id, name, description, metadata, changed, tokenHash, owner, createdAt, beginning, unmoved);
  }
}
