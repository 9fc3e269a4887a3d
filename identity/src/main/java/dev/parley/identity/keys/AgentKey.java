package dev.parley.identity.keys;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A public key of an agent.
 *
 * @param id unique among the keys of its agent
 * @param name for people; empty when it has none
 * @param createdAt Unix milliseconds
 * @param revokedAt the same, or 0 while it is good
 */
public record AgentKey(
    String id, String name, VerifyingKey material, long createdAt, long revokedAt) {

  public boolean isLive() {
    return revokedAt == 0;
  }

  AgentKey revoked(long now) {
    return new AgentKey(id, name, material, createdAt, Math.max(1, now));
  }

  /** One line. */
  String toLine() {
    return String.join(
        "\t",
        id,
        Long.toString(createdAt),
        Long.toString(revokedAt),
        Base64.getEncoder().encodeToString(material.spki()),
        Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8)));
  }

  static AgentKey of(String line) {
    String[] parts = line.split("\t", 5);
    return new AgentKey(
        parts[0],
        new String(Base64.getDecoder().decode(parts[4]), StandardCharsets.UTF_8),
        VerifyingKey.ofSpki(Base64.getDecoder().decode(parts[3])),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]));
  }
}
