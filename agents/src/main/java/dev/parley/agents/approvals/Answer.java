package dev.parley.agents.approvals;

import dev.parley.core.message.Draft;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a reply says to a request.
 *
 * @param sha256 of what it is about, or null where it does not say
 * @param explicit said in a form that means nothing else
 */
record Answer(boolean allowed, @Nullable String sha256, String reason, boolean explicit) {
  static final String ALLOW = "approval.allow";
  static final String DENY = "approval.deny";
  private static final int REASON_MAX = 500;
  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> YES = Set.of("yes", "y", "ok", "allow", "allowed", "approve");
  private static final Set<String> NO = Set.of("no", "n", "deny", "denied", "reject");

  /** Null when a reply is no answer: one may talk about it first. */
  static @Nullable Answer of(Draft reply) {
    String content = reply.content() == null ? "" : reply.content().strip();
    String reason = content.length() > REASON_MAX ? content.substring(0, REASON_MAX) : content;
    boolean commanded = reply.command().equals(ALLOW) || reply.command().equals(DENY);
    JsonNode payload = payload(reply.payload());
    String hash = payload.path("sha256").asString("");
    String sha256 = hash.isEmpty() ? null : hash.toLowerCase(Locale.ROOT);
    if (commanded) {
      return new Answer(reply.command().equals(ALLOW), sha256, reason, true);
    }
    JsonNode said = payload.path("allow");
    if (said.isBoolean()) {
      return new Answer(said.asBoolean(), sha256, reason, true);
    }
    String word = content.split("[^\\p{L}]", 2)[0].toLowerCase(Locale.ROOT);
    if (YES.contains(word)) {
      // "yes, but only if" is no yes; a person who means it says no more.
      return content.length() == word.length() || content.matches("\\p{L}+[.!]?")
          ? new Answer(true, sha256, reason, false)
          : null;
    }
    return NO.contains(word) ? new Answer(false, sha256, reason, false) : null;
  }

  private static JsonNode payload(byte @Nullable [] json) {
    try {
      return JSON.readTree(json == null ? new byte[] {'{', '}'} : json);
    } catch (JacksonException e) {
      return JSON.createObjectNode(); // a door has let through what nobody can read
    }
  }
}
