package dev.parley.agents.approvals;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Something that was asked for, and what came of it.
 *
 * @param id of the message that asked
 * @param asker who wants to do something
 * @param approvers who was asked
 * @param what in words
 * @param sha256 of the payload of that message, in hexadecimal: an answer holds for exactly this
 * @param expiresAt when nobody's answer means no, Unix milliseconds
 * @param by who has answered, or null
 * @param at when it was decided, or 0
 * @param door through which the answer came, or null
 * @param reason what was said to it, or null
 */
public record Approval(
    String id,
    String asker,
    List<String> approvers,
    String what,
    String sha256,
    long askedAt,
    long expiresAt,
    State state,
    @Nullable String by,
    long at,
    @Nullable String door,
    @Nullable String reason) {
  private static final JsonMapper JSON = new JsonMapper();

  /** How it stands. Only one that is open changes. */
  public enum State {
    OPEN,
    ALLOWED,
    DENIED,
    EXPIRED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Approval {
    approvers = List.copyOf(approvers);
  }

  public boolean isOpen() {
    return state == State.OPEN;
  }

  Approval answered(boolean allowed, String who, long when, String through, String said) {
    State now = allowed ? State.ALLOWED : State.DENIED;
    return new Approval(
        id,
        asker,
        approvers,
        what,
        sha256,
        askedAt,
        expiresAt,
        now,
        who,
        when,
        through,
        said.isBlank() ? null : said);
  }

  Approval expired(long when) {
    return new Approval(
        id,
        asker,
        approvers,
        what,
        sha256,
        askedAt,
        expiresAt,
        State.EXPIRED,
        null,
        when,
        null,
        "nobody answered in time");
  }

  byte[] toJson() {
    return JSON.writeValueAsBytes(this);
  }

  static Approval of(byte[] json) {
    return JSON.readValue(json, Approval.class);
  }
}
