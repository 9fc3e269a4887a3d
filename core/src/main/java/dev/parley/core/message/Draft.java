package dev.parley.core.message;

import dev.parley.core.address.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message as its sender wrote it: everything but what the hub stamps. Values are checked where
 * they are read, at the door; a draft that exists is well-formed.
 *
 * @param payload a JSON object as UTF-8, or null for {@code {}}
 * @param escalation whom to tell when it does not get far enough in time, or null
 * @param traceparent of what its sending is a part of, well-formed, or null; in what is stored the
 *     hub's own part of that, where the hub records traces
 * @param extras further members of the envelope that the core carries untouched, as a JSON fragment
 *     such as {@code "metadata":{…},"attachments":[…]}, or null
 * @param ttlMillis lifetime counted from acceptance, or 0; {@code expiresAt} wins
 * @param id the sender's own id for it, or null
 */
@SuppressWarnings("ArrayRecordComponent") // drafts are never compared
public record Draft(
    String from,
    Path path,
    String command,
    MessageType type,
    Priority priority,
    byte @Nullable [] payload,
    @Nullable String content,
    String source,
    @Nullable String externalId,
    @Nullable MessageId replyTo,
    @Nullable String correlationId,
    @Nullable String conversationId,
    @Nullable String topic,
    @Nullable MessageId cause,
    long expiresAt,
    long ttlMillis,
    boolean humanInjected,
    @Nullable Escalation escalation,
    @Nullable String traceparent,
    byte @Nullable [] extras,
    @Nullable MessageId id,
    @Nullable String idempotencyKey) {

  public static final String DEFAULT_COMMAND = "message";
  public static final String INTERNAL = "internal";

  public static Builder from(String sender) {
    return new Builder(sender);
  }

  /** The message this one reacts to: said so, or the one it replies to. */
  public @Nullable MessageId causeOrReplyTo() {
    return cause != null ? cause : replyTo;
  }

  /** When it expires, accepted at this time: Unix milliseconds, or 0 for never. */
  public long expiryIfAcceptedAt(long unixMillis) {
    return expiresAt != 0 || ttlMillis == 0
        ? expiresAt
        : unixMillis + Math.min(ttlMillis, Long.MAX_VALUE - unixMillis);
  }

  /** A builder that has everything this draft has. */
  public Builder toBuilder() {
    Builder builder = new Builder(from);
    builder.path = path;
    return builder
        .command(command)
        .type(type)
        .priority(priority)
        .payload(payload)
        .content(content)
        .source(source)
        .externalId(externalId)
        .replyTo(replyTo)
        .correlationId(correlationId)
        .conversationId(conversationId)
        .topic(topic)
        .cause(cause)
        .expiresAt(expiresAt)
        .ttlMillis(ttlMillis)
        .humanInjected(humanInjected)
        .escalation(escalation)
        .traceparent(traceparent)
        .extras(extras)
        .id(id)
        .idempotencyKey(idempotencyKey);
  }

  /** Collects the fields of a draft; what is not set has the default of the envelope. */
  public static final class Builder {
    private final String from;
    private @Nullable Path path;
    private String command = DEFAULT_COMMAND;
    private MessageType type = MessageType.MESSAGE;
    private Priority priority = Priority.NORMAL;
    private byte @Nullable [] payload;
    private @Nullable String content;
    private String source = INTERNAL;
    private @Nullable String externalId;
    private @Nullable MessageId replyTo;
    private @Nullable String correlationId;
    private @Nullable String conversationId;
    private @Nullable String topic;
    private @Nullable MessageId cause;
    private long expiresAt;
    private long ttlMillis;
    private boolean humanInjected;
    private @Nullable Escalation escalation;
    private @Nullable String traceparent;
    private @Nullable JsonBuffer carried;
    private @Nullable MessageId id;
    private @Nullable String idempotencyKey;

    private Builder(String from) {
      this.from = from;
    }

    public Builder to(Path value) {
      path = value;
      return this;
    }

    public Builder command(String value) {
      command = value;
      return this;
    }

    public Builder type(MessageType value) {
      type = value;
      return this;
    }

    public Builder priority(Priority value) {
      priority = value;
      return this;
    }

    public Builder payload(byte @Nullable [] jsonObject) {
      payload = jsonObject;
      return this;
    }

    public Builder content(@Nullable String value) {
      content = value;
      return this;
    }

    public Builder source(String value) {
      source = value;
      return this;
    }

    public Builder externalId(@Nullable String value) {
      externalId = value;
      return this;
    }

    public Builder replyTo(@Nullable MessageId value) {
      replyTo = value;
      return this;
    }

    public Builder correlationId(@Nullable String value) {
      correlationId = value;
      return this;
    }

    public Builder conversationId(@Nullable String value) {
      conversationId = value;
      return this;
    }

    public Builder topic(@Nullable String value) {
      topic = value;
      return this;
    }

    public Builder cause(@Nullable MessageId value) {
      cause = value;
      return this;
    }

    public Builder expiresAt(long unixMillis) {
      expiresAt = unixMillis;
      return this;
    }

    public Builder ttlMillis(long value) {
      ttlMillis = value;
      return this;
    }

    public Builder humanInjected(boolean value) {
      humanInjected = value;
      return this;
    }

    public Builder escalation(@Nullable Escalation value) {
      escalation = value;
      return this;
    }

    /** Of what its sending is a part of; see {@link dev.parley.core.trace.TraceContext}. */
    public Builder traceparent(@Nullable String value) {
      traceparent = value;
      return this;
    }

    /** Further members that are carried, as a fragment of JSON. */
    public Builder extras(byte @Nullable [] members) {
      if (members != null) {
        carried = carried == null ? new JsonBuffer(members.length) : carried.ascii(",");
        carried.raw(members);
      }
      return this;
    }

    private Builder carry(EnvelopeField field, Object value) {
      JsonBuffer out = carried;
      if (out == null) {
        carried = out = new JsonBuffer(256);
      }
      String name = field.member();
      out.ascii(out.size() == 0 ? name.substring(1) : name);
      switch (value) {
        case byte[] json -> out.raw(json);
        case EnvelopeField.Choice choice -> out.string(choice.wireName());
        default -> out.string((String) value);
      }
      return this;
    }

    /**
     * Sets a field that senders write.
     *
     * @param value as {@link EnvelopeField.Kind} says
     */
    public Builder set(EnvelopeField field, Object value) {
      return switch (field) {
        case ID -> id((MessageId) value);
        case PATH -> to((Path) value);
        case COMMAND -> command((String) value);
        case TYPE -> type((MessageType) value);
        case PAYLOAD -> payload((byte[]) value);
        case CONTENT -> content((String) value);
        case PRIORITY -> priority((Priority) value);
        case SOURCE -> source((String) value);
        case EXTERNAL_ID -> externalId((String) value);
        case REPLY_TO -> replyTo((MessageId) value);
        case CORRELATION_ID -> correlationId((String) value);
        case CONVERSATION_ID -> conversationId((String) value);
        case TOPIC -> topic((String) value);
        case EXPIRES_AT -> expiresAt((Long) value);
        case CAUSE -> cause((MessageId) value);
        case HUMAN_INJECTED -> humanInjected((Boolean) value);
        case ESCALATE -> escalation(Escalation.parse((byte[]) value));
        case TRACEPARENT -> traceparent((String) value);
        case TTL_MS -> ttlMillis((Long) value);
        case IDEMPOTENCY_KEY -> idempotencyKey((String) value);
        case METADATA,
            ATTACHMENTS,
            ACTIONS,
            HUMAN_ID,
            TASK_ID,
            TASK_STATUS,
            ARTIFACTS,
            ERROR,
            PLATFORM_DATA ->
            carry(field, value);
        case FROM, TIMESTAMP, ORIGIN, HOPS, THREAD_ID ->
            throw new IllegalArgumentException("a draft has no '" + field.wireName() + "' to set");
      };
    }

    /**
     * @throws dev.parley.core.error.Refused when so far it is more than a message may be
     */
    public Builder within(MessageLimit limit) {
      limit.check(payload, content, carried == null ? 0 : carried.size());
      return this;
    }

    public Builder id(@Nullable MessageId value) {
      id = value;
      return this;
    }

    public Builder idempotencyKey(@Nullable String value) {
      idempotencyKey = value;
      return this;
    }

    public Draft build() {
      return new Draft(
          from,
          Objects.requireNonNull(path, "a draft needs a path"),
          command,
          type,
          priority,
          payload,
          content,
          source,
          externalId,
          replyTo,
          correlationId,
          conversationId,
          topic,
          cause,
          expiresAt,
          ttlMillis,
          humanInjected,
          escalation,
          traceparent,
          carried == null ? null : carried.toBytes(),
          id,
          idempotencyKey);
    }
  }
}
