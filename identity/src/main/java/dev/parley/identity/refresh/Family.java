package dev.parley.identity.refresh;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All refresh tokens that followed from one login. Only the last is good.
 *
 * @param id the session's, which access tokens name as well
 * @param secretHash of the one that is good
 * @param expiresAt of the one that is good, in Unix milliseconds
 * @param endsAt when the person has to log in again
 * @param terms of the program that was let in, or null when the person has logged in
 */
record Family(
    String id, UUID person, String secretHash, long expiresAt, long endsAt, @Nullable Terms terms) {
  private static final int LINES = 4;

  Family next(String nextHash, long until) {
    return new Family(id, person, nextHash, Math.min(until, endsAt), endsAt, terms);
  }

  boolean isOf(@Nullable String client) {
    return client == null ? terms == null : terms != null && terms.client().equals(client);
  }

  Session session() {
    long openedAt = endsAt - RefreshTokens.FAMILY_LIFETIME.toMillis();
    return new Session(id, person, openedAt, expiresAt, terms);
  }

  byte[] toBytes() {
    List<String> lines =
        new ArrayList<>(
            List.of(
                person.toString(), secretHash, Long.toString(expiresAt), Long.toString(endsAt)));
    if (terms != null) {
      lines.addAll(terms.lines());
    }
    return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
  }

  static Family of(String id, byte[] bytes) {
    List<String> lines = List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", -1));
    return new Family(
        id,
        UUID.fromString(lines.get(0)),
        lines.get(1),
        Long.parseLong(lines.get(2)),
        Long.parseLong(lines.get(3)),
        lines.size() < LINES + Terms.LINES
            ? null
            : Terms.of(lines.subList(LINES, LINES + Terms.LINES)));
  }
}
