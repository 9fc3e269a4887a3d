package dev.parley.identity.oauth;

import dev.parley.identity.refresh.Terms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What a program may turn into tokens, once.
 *
 * @param person who has agreed, or the hub's owner
 * @param redirectUri where the code was sent
 * @param expiresAt Unix milliseconds
 * @param session that was opened with it, or empty as long as it is good
 */
record Code(
    UUID person,
    Terms terms,
    String redirectUri,
    Challenge challenge,
    long expiresAt,
    String session) {
  private static final int LINES = 5;

  boolean isUsed() {
    return !session.isEmpty();
  }

  Code usedFor(String opened) {
    return new Code(person, terms, redirectUri, challenge, expiresAt, opened);
  }

  byte[] toBytes() {
    List<String> lines =
        new ArrayList<>(
            List.of(
                person.toString(),
                redirectUri,
                challenge.value(),
                Long.toString(expiresAt),
                session));
    lines.addAll(terms.lines());
    return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
  }

  static Code of(byte[] bytes) {
    List<String> lines = List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", -1));
    return new Code(
        UUID.fromString(lines.get(0)),
        Terms.of(lines.subList(LINES, lines.size())),
        lines.get(1),
        new Challenge(lines.get(2)),
        Long.parseLong(lines.get(3)),
        lines.get(4));
  }
}
