package dev.parley.core.message;

import org.jspecify.annotations.Nullable;

/**
 * A draft with the hub's stamp on it.
 *
 * @param number the hub's running number, see {@link MessageId}
 * @param expiresAt Unix milliseconds, or 0
 * @param hops how many messages led to this one
 * @param threadId the message that started the chain of replies this one belongs to, or null
 */
public record Message(
    MessageId id,
    long number,
    Draft draft,
    long timestamp,
    long expiresAt,
    Origin origin,
    int hops,
    @Nullable String threadId) {

  /** Reads back what {@link #toJson} wrote. */
  public static Message parse(long number, byte[] json) {
    return new MessageParser(json).parse(number);
  }

  /** What its thread is called; see {@link Envelope#threadKey}. */
  public String threadKey() {
    String conversation = draft.conversationId();
    if (conversation != null) {
      return conversation;
    }
    return threadId != null ? threadId : id.toString();
  }

  /**
   * The envelope's one written form. Copies add what is theirs ({@code status}, {@code handled})
   * when shown.
   */
  public byte[] toJson() {
    byte[] payload = draft.payload();
    JsonBuffer out = new JsonBuffer(320 + (payload == null ? 2 : payload.length));
    out.ascii("{\"id\":").id(id);
    out.ascii(",\"from\":").string(draft.from());
    out.ascii(",\"path\":").string(draft.path().text());
    out.ascii(",\"command\":").string(draft.command());
    if (draft.type() != MessageType.MESSAGE) {
      out.ascii(",\"type\":\"").ascii(draft.type().wireName()).ascii("\"");
    }
    out.ascii(",\"payload\":");
    if (payload == null) {
      out.ascii("{}");
    } else {
      out.raw(payload);
    }
    text(out, ",\"content\":", draft.content());
    if (draft.priority() != Priority.NORMAL) {
      out.ascii(",\"priority\":\"").ascii(draft.priority().wireName()).ascii("\"");
    }
    out.ascii(",\"timestamp\":").number(timestamp);
    out.ascii(",\"source\":").string(draft.source());
    text(out, ",\"externalId\":", draft.externalId());
    reference(out, ",\"replyTo\":", draft.replyTo());
    text(out, ",\"correlationId\":", draft.correlationId());
    text(out, ",\"conversationId\":", draft.conversationId());
    text(out, ",\"topic\":", draft.topic());
    if (expiresAt != 0) {
      out.ascii(",\"expiresAt\":").number(expiresAt);
    }
    out.ascii(",\"origin\":\"").ascii(origin.wireName()).ascii("\"");
    reference(out, ",\"cause\":", draft.causeOrReplyTo());
    if (hops > 0) {
      out.ascii(",\"hops\":").number(hops);
    }
    text(out, ",\"threadId\":", threadId);
    if (draft.humanInjected()) {
      out.ascii(",\"humanInjected\":true");
    }
    byte[] extras = draft.extras();
    if (extras != null) {
      out.ascii(",").raw(extras);
    }
    return out.ascii("}").toBytes();
  }

  private static void text(JsonBuffer out, String name, @Nullable String value) {
    if (value != null) {
      out.ascii(name).string(value);
    }
  }

  private static void reference(JsonBuffer out, String name, @Nullable MessageId value) {
    if (value != null) {
      out.ascii(name).id(value);
    }
  }
}
