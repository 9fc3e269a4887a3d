package dev.parley.identity.persons;

import dev.parley.core.address.AgentId;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Somebody with an account. It prints without the hash of the password.
 *
 * @param id which never changes, the {@code sub} of tokens
 * @param agent as which this person speaks, and whose other agents are this person's
 * @param createdAt Unix milliseconds
 */
public record Person(
    UUID id,
    EmailAddress email,
    AgentId agent,
    String displayName,
    String passwordHash,
    long createdAt) {

  Person withPasswordHash(String changed) {
    return new Person(id, email, agent, displayName, changed, createdAt);
  }

  byte[] toBytes() {
    return String.join(
            "\n", email.text(), agent.value(), displayName, passwordHash, Long.toString(createdAt))
        .getBytes(StandardCharsets.UTF_8);
  }

  static Person of(String id, byte[] bytes) {
    String[] parts = new String(bytes, StandardCharsets.UTF_8).split("\n", 5);
    return new Person(
        UUID.fromString(id),
        new EmailAddress(parts[0]),
        new AgentId(parts[1]),
        parts[2],
        parts[3],
        Long.parseLong(parts[4]));
  }

  @Override
  public String toString() {
    return "Person " + id;
  }
}
