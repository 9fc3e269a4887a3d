package dev.parley.client.message;

import dev.parley.client.json.JsonObject;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.UnicodeText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent. Say first where to, then what:
 *
 * <pre>{@code Draft.to("researcher").content("have a look").priority("high")}</pre>
 *
 * <p>Immutable: each method gives a new draft, so one may serve as the template of many.
 */
public final class Draft {
  private final Kind kind;
  private final Map<String, Object> fields;

  /** Which request carries it. */
  public enum Kind {
    SEND("msg.send"),
    ROUTE("msg.route"),
    BROADCAST("msg.broadcast"),
    REPLY("msg.reply");

    private final String request;

    Kind(String request) {
      this.request = request;
    }

    public String request() {
      return request;
    }
  }

  private Draft(Kind kind, Map<String, Object> fields) {
    this.kind = kind;
    this.fields = fields;
  }

  /** To an agent, or, with a slash in it, to a path. */
  public static Draft to(String recipient) {
    return new Draft(Kind.SEND, Map.of("to", recipient));
  }

  /** One message to several agents. */
  public static Draft to(List<String> agents) {
    return new Draft(Kind.SEND, Map.of("to", List.copyOf(agents)));
  }

  public static Draft toPath(String path) {
    return new Draft(Kind.ROUTE, Map.of(EnvelopeField.PATH.requestName(), path));
  }

  public static Draft toEveryone() {
    return new Draft(Kind.BROADCAST, Map.of());
  }

  /** To the sender of a message that was received. */
  public static Draft inReplyTo(String messageId) {
    return new Draft(Kind.REPLY, Map.of(EnvelopeField.REPLY_TO.requestName(), messageId));
  }

  public Draft from(@Nullable String agentId) {
    return with(EnvelopeField.FROM, agentId);
  }

  public Draft content(@Nullable String text) {
    return with(EnvelopeField.CONTENT, text);
  }

  public Draft payload(@Nullable JsonObject payload) {
    return with(EnvelopeField.PAYLOAD, payload);
  }

  public Draft command(@Nullable String command) {
    return with(EnvelopeField.COMMAND, command);
  }

  public Draft messageType(@Nullable String type) {
    return with(EnvelopeField.TYPE, type);
  }

  public Draft priority(@Nullable String priority) {
    return with(EnvelopeField.PRIORITY, priority);
  }

  public Draft replyTo(@Nullable String messageId) {
    return with(EnvelopeField.REPLY_TO, messageId);
  }

  public Draft conversation(@Nullable String conversationId) {
    return with(EnvelopeField.CONVERSATION_ID, conversationId);
  }

  public Draft expiresAfter(@Nullable Duration ttl) {
    return with(EnvelopeField.TTL_MS, ttl == null ? null : ttl.toMillis());
  }

  /**
   * Tells somebody, by a message from this sender, unless every recipient has come to a rung in
   * time.
   *
   * @param rung {@code pushed}, {@code delivered}, {@code read}, {@code turn_started} or {@code
   *     answered}
   * @param to an agent or a person
   */
  public Draft escalate(String rung, Duration within, String to) {
    return with(
        EnvelopeField.ESCALATE, Map.of("rung", rung, "withinMs", within.toMillis(), "to", to));
  }

  /** The client gives every message an id of its own; this one instead, for a retry by hand. */
  public Draft id(@Nullable String uuid) {
    return with(EnvelopeField.ID, uuid);
  }

  /** Any field of the envelope that senders write; null leaves the draft as it is. */
  public Draft with(EnvelopeField field, @Nullable Object value) {
    return with(field.requestName(), value);
  }

  /**
   * Any other field of the protocol; null leaves the draft as it is.
   *
   * @throws IllegalArgumentException when a text has half of a surrogate pair, which cannot be sent
   */
  public Draft with(String name, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    if (value instanceof String text && UnicodeText.unpairedSurrogate(text) >= 0) {
      throw new IllegalArgumentException("'" + name + "' is not valid Unicode");
    }
    var more = new LinkedHashMap<>(fields);
    more.put(name, value);
    return new Draft(kind, more);
  }

  public Kind kind() {
    return kind;
  }

  public Map<String, Object> fields() {
    return fields;
  }
}
