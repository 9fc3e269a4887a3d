package dev.parley.identity.refresh;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * All refresh tokens that followed from one login. Only the last is good.
 *
 * @param id the session's, which access tokens name as well
 * @param secretHash of the one that is good
 * @param expiresAt of the one that is good, in Unix milliseconds
 * @param endsAt when the person has to log in again
 */
record Family(String id, UUID person, String secretHash, long expiresAt, long endsAt) {

  byte[] toBytes() {
    return String.join(
            "\n", person.toString(), secretHash, Long.toString(expiresAt), Long.toString(endsAt))
        .getBytes(StandardCharsets.UTF_8);
  }

  static Family of(String id, byte[] bytes) {
    String[] parts = new String(bytes, StandardCharsets.UTF_8).split("\n", 4);
    return new Family(
        id,
        UUID.fromString(parts[0]),
        parts[1],
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]));
  }
}
