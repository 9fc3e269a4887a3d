package dev.parley.core.message;

import java.util.List;
import java.util.Map;
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
  private static final MessageId NO_ID = new MessageId(0, 0);

  /** Where in its JSON the id is: behind <code>{"id":"</code>. */
  private static final int ID_AT = 7;

  /** Reads back what {@link #toJson} wrote. */
  public static Message parse(long number, byte[] json) {
    return new MessageParser(json).parse(number);
  }

  /** The same with the id and the number it is stored under. */
  public Message numbered(MessageId storedId, long storedNumber) {
    return new Message(storedId, storedNumber, draft, timestamp, expiresAt, origin, hops, threadId);
  }

  /** Writes another id into what {@link #toJson} has written. */
  public static void writeId(MessageId id, byte[] json) {
    id.writeTo(json, ID_AT);
  }

  /**
   * The message that these fields make; those that are absent have the defaults of the envelope.
   *
   * @param values as {@link EnvelopeField.Kind} says
   * @param extras further members that are carried, or null
   */
  public static Message of(
      long number, Map<EnvelopeField, Object> values, byte @Nullable [] extras) {
    Draft.Builder draft = Draft.from((String) values.getOrDefault(EnvelopeField.FROM, ""));
    values.forEach(
        (field, value) -> {
          if (field.author() == EnvelopeField.Author.SENDER
              && field != EnvelopeField.ID
              && field != EnvelopeField.FROM) {
            draft.set(field, value);
          }
        });
    return new Message(
        (MessageId) values.getOrDefault(EnvelopeField.ID, NO_ID),
        number,
        draft.extras(extras).build(),
        (Long) values.getOrDefault(EnvelopeField.TIMESTAMP, 0L),
        (Long) values.getOrDefault(EnvelopeField.EXPIRES_AT, 0L),
        (Origin) values.getOrDefault(EnvelopeField.ORIGIN, Origin.SYSTEM),
        Math.toIntExact((Long) values.getOrDefault(EnvelopeField.HOPS, 0L)),
        (String) values.get(EnvelopeField.THREAD_ID));
  }

  /** What its thread is called; see {@link Envelope#threadKey}. */
  public String threadKey() {
    List<String> threads = threads();
    return threads.isEmpty() ? id.toString() : threads.getFirst();
  }

  /**
   * Where it is filed beside inboxes: in the thread of what it replies to, and in the conversation
   * it names. Nearly always these are one, or none.
   */
  public List<String> threads() {
    String conversation = draft.conversationId();
    if (threadId == null || threadId.equals(conversation)) {
      return conversation == null ? List.of() : List.of(conversation);
    }
    return conversation == null ? List.of(threadId) : List.of(threadId, conversation);
  }

  /**
   * The envelope's one written form. Copies add what is theirs ({@code status}, {@code handled})
   * when shown.
   */
  public byte[] toJson() {
    byte[] payload = draft.payload();
    String content = draft.content();
    JsonBuffer out =
        new JsonBuffer(
            320
                + (payload == null ? 2 : payload.length)
                + (content == null ? 0 : content.length()));
    out.ascii("{\"id\":").id(id); // the first member: the others begin with a comma
    out.ascii(EnvelopeField.FROM.member()).string(draft.from());
    out.ascii(EnvelopeField.PATH.member()).string(draft.path().text());
    out.ascii(EnvelopeField.COMMAND.member()).string(draft.command());
    if (draft.type() != MessageType.MESSAGE) {
      choice(out, EnvelopeField.TYPE, draft.type());
    }
    out.ascii(EnvelopeField.PAYLOAD.member());
    if (payload == null) {
      out.ascii("{}");
    } else {
      out.raw(payload);
    }
    text(out, EnvelopeField.CONTENT, draft.content());
    if (draft.priority() != Priority.NORMAL) {
      choice(out, EnvelopeField.PRIORITY, draft.priority());
    }
    out.ascii(EnvelopeField.TIMESTAMP.member()).number(timestamp);
    out.ascii(EnvelopeField.SOURCE.member()).string(draft.source());
    text(out, EnvelopeField.EXTERNAL_ID, draft.externalId());
    reference(out, EnvelopeField.REPLY_TO, draft.replyTo());
    text(out, EnvelopeField.CORRELATION_ID, draft.correlationId());
    text(out, EnvelopeField.CONVERSATION_ID, draft.conversationId());
    text(out, EnvelopeField.TOPIC, draft.topic());
    if (expiresAt != 0) {
      out.ascii(EnvelopeField.EXPIRES_AT.member()).number(expiresAt);
    }
    choice(out, EnvelopeField.ORIGIN, origin);
    reference(out, EnvelopeField.CAUSE, draft.causeOrReplyTo());
    if (hops > 0) {
      out.ascii(EnvelopeField.HOPS.member()).number(hops);
    }
    text(out, EnvelopeField.THREAD_ID, threadId);
    if (draft.humanInjected()) {
      out.ascii(EnvelopeField.HUMAN_INJECTED.member()).bool(true);
    }
    Escalation escalation = draft.escalation();
    if (escalation != null) {
      escalation.writeTo(out.ascii(EnvelopeField.ESCALATE.member()));
    }
    text(out, EnvelopeField.TRACEPARENT, draft.traceparent());
    byte[] extras = draft.extras();
    if (extras != null) {
      out.ascii(",").raw(extras);
    }
    return out.ascii("}").toBytes();
  }

  private static void text(JsonBuffer out, EnvelopeField field, @Nullable String value) {
    if (value != null) {
      out.ascii(field.member()).string(value);
    }
  }

  private static void reference(JsonBuffer out, EnvelopeField field, @Nullable MessageId value) {
    if (value != null) {
      out.ascii(field.member()).id(value);
    }
  }

  private static void choice(JsonBuffer out, EnvelopeField field, EnvelopeField.Choice value) {
    out.ascii(field.member()).ascii("\"").ascii(value.wireName()).ascii("\"");
  }
}
