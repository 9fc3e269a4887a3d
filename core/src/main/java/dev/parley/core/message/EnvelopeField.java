package dev.parley.core.message;

import dev.parley.core.address.IdGrammar;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.trace.TraceContext;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of the envelope: every field, what kind of value it takes, how long it may be, who
 * writes it, and what it is when nobody does. Doors, files, imports and the client read and write
 * by this table; the order of the constants is the order in which {@link Message#toJson} writes.
 */
public enum EnvelopeField {
  ID("id", Author.SENDER, Kind.MESSAGE_ID, 64),
  FROM("from", Author.SENDER, Kind.ID, 128),
  PATH("path", Author.SENDER, Kind.PATH, 131_072),
  COMMAND("command", Author.SENDER, Kind.NAME, 256, Draft.DEFAULT_COMMAND),
  TYPE("type", "messageType", MessageType.values(), MessageType.MESSAGE),
  PAYLOAD("payload", Author.SENDER, Kind.OBJECT, 0, "{}"),
  CONTENT("content", Author.SENDER, Kind.TEXT, 0),
  PRIORITY("priority", "priority", Priority.values(), Priority.NORMAL),
  TIMESTAMP("timestamp", Author.HUB, Kind.NUMBER, Long.MAX_VALUE),
  SOURCE("source", Author.SENDER, Kind.NAME, 64, Draft.INTERNAL),
  EXTERNAL_ID("externalId", Author.SENDER, Kind.TEXT, 1_024),
  REPLY_TO("replyTo", Author.SENDER, Kind.MESSAGE_ID, 64),
  CORRELATION_ID("correlationId", Author.SENDER, Kind.TEXT, 256),
  CONVERSATION_ID("conversationId", Author.SENDER, Kind.TEXT, 256),
  TOPIC("topic", Author.SENDER, Kind.TEXT, 256),
  EXPIRES_AT("expiresAt", Author.SENDER, Kind.NUMBER, Long.MAX_VALUE),
  ORIGIN("origin", Origin.values()),
  CAUSE("cause", Author.SENDER, Kind.MESSAGE_ID, 64),
  HOPS("hops", Author.HUB, Kind.NUMBER, Integer.MAX_VALUE),
  THREAD_ID("threadId", Author.HUB, Kind.TEXT, 256),
  HUMAN_INJECTED("humanInjected", Author.SENDER, Kind.FLAG, 0, "false"),
  /** In Java read as an {@link Escalation} where a draft is made. */
  ESCALATE("escalate", Author.SENDER, Kind.OBJECT, 0),
  TRACEPARENT(TraceContext.NAME, Author.SENDER, Kind.TEXT, TraceContext.LENGTH),
  METADATA("metadata", Author.SENDER, Kind.OBJECT, 0),
  ATTACHMENTS("attachments", Author.SENDER, Kind.LIST, 0),
  ACTIONS("actions", Author.SENDER, Kind.LIST, 0),
  HUMAN_ID("humanId", Author.SENDER, Kind.ID, 128),
  TASK_ID("taskId", Author.SENDER, Kind.ID, 128),
  TASK_STATUS("taskStatus", "taskStatus", TaskStatus.values(), null),
  ARTIFACTS("artifacts", Author.SENDER, Kind.LIST, 0),
  ERROR("error", Author.SENDER, Kind.TEXT, 0),
  PLATFORM_DATA("platformData", Author.SENDER, Kind.ANYTHING, 0),
  TTL_MS("ttlMs", Author.REQUEST, Kind.NUMBER, Duration.ofDays(3_650).toMillis()),
  IDEMPOTENCY_KEY("idempotencyKey", Author.REQUEST, Kind.TEXT, 128);

  /** What a value is, in JSON and in Java. */
  public enum Kind {
    TEXT("a string"),
    /** Text that is not blank. */
    NAME("a string"),
    /** Text of {@link IdGrammar}. */
    ID("a string"),
    /** In Java a {@link MessageId}. */
    MESSAGE_ID("a string"),
    /** In Java a {@link Path}. */
    PATH("a string"),
    /** In Java the constant of an enum that is a {@link Choice}. */
    ONE_OF("a string"),
    /** In Java a {@link Long}, never negative. */
    NUMBER("an integer"),
    FLAG("true or false"),
    /** In Java, like the two below, the bytes of its JSON. */
    OBJECT("an object"),
    LIST("a list"),
    ANYTHING("a value");

    private final String description;

    Kind(String description) {
      this.description = description;
    }

    /** What it must be, for those who are told that it is not. */
    public String description() {
      return description;
    }

    /** Is it a string in JSON? */
    public boolean isText() {
      return compareTo(NUMBER) < 0;
    }

    /** Is it kept as the bytes it came as? */
    public boolean isRaw() {
      return compareTo(OBJECT) >= 0;
    }
  }

  /** Who decides what a field says. */
  public enum Author {
    /** The sender; the envelope keeps it. */
    SENDER,
    /** The hub; what a sender writes there is not looked at. */
    HUB,
    /** The sender, about this sending: the hub acts on it and does not keep it. */
    REQUEST
  }

  /** A value of {@link Kind#ONE_OF}. */
  public interface Choice {
    String wireName();
  }

  private static final Map<String, EnvelopeField> BY_NAME =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(EnvelopeField::wireName, Function.identity()));

  private static final Set<EnvelopeField> CARRIED =
      Collections.unmodifiableSet(EnumSet.range(METADATA, PLATFORM_DATA));

  private final String wireName;
  private final String requestName;
  private final String member;
  private final Author author;
  private final Kind kind;
  private final long max;
  private final @Nullable String byDefault;

  @SuppressWarnings("Immutable") // it is: an unmodifiable copy
  private final Map<String, Choice> choices;

  EnvelopeField(String wireName, Author author, Kind kind, long max) {
    this(wireName, wireName, author, kind, max, null, List.of());
  }

  EnvelopeField(String wireName, Author author, Kind kind, long max, String byDefault) {
    this(wireName, wireName, author, kind, max, byDefault, List.of());
  }

  EnvelopeField(String wireName, String requestName, Choice[] choices, @Nullable Choice byDefault) {
    this(
        wireName,
        requestName,
        Author.SENDER,
        Kind.ONE_OF,
        64,
        byDefault == null ? null : byDefault.wireName(),
        List.of(choices));
  }

  EnvelopeField(String wireName, Choice[] stamps) {
    this(wireName, wireName, Author.HUB, Kind.ONE_OF, 64, null, List.of(stamps));
  }

  EnvelopeField(
      String wireName,
      String requestName,
      Author author,
      Kind kind,
      long max,
      @Nullable String byDefault,
      List<Choice> choices) {
    this.wireName = wireName;
    this.requestName = requestName;
    this.member = ",\"" + wireName + "\":";
    this.author = author;
    this.kind = kind;
    this.max = max;
    this.byDefault = byDefault;
    Map<String, Choice> named = new TreeMap<>(); // errors list them in order
    choices.forEach(choice -> named.put(choice.wireName(), choice));
    this.choices = Collections.unmodifiableMap(named);
  }

  /** The field of this name in an envelope, or null. */
  public static @Nullable EnvelopeField named(String wireName) {
    return BY_NAME.get(wireName);
  }

  public String wireName() {
    return wireName;
  }

  /** Its name in requests to send, whose own {@code type} says which request it is. */
  public String requestName() {
    return requestName;
  }

  /** The name as it stands in JSON behind another member. */
  String member() {
    return member;
  }

  public Author author() {
    return author;
  }

  public Kind kind() {
    return kind;
  }

  /** Most characters of a text; 0 where {@link MessageLimit} holds instead. */
  public int lengthMax() {
    return kind.isText() ? (int) max : 0;
  }

  /** What it is when nobody says; null when it is absent then. */
  public @Nullable String byDefault() {
    return byDefault;
  }

  /** The words of {@link Kind#ONE_OF}, in the order of the alphabet; otherwise none. */
  public Set<String> choices() {
    return choices.keySet();
  }

  /** Does the core hand it on without looking into it? */
  public boolean isCarried() {
    return CARRIED.contains(this);
  }

  /** What a text means here, with everything checked that the grammar says. */
  public Object value(String text) {
    return value(wireName, text);
  }

  /**
   * @param name what the one who wrote the text calls this field
   * @throws Refused when it is no value of this field; the reason never quotes the text
   */
  public Object value(String name, String text) {
    if (max > 0 && text.length() > max) {
      throw bad(name, " may have " + max + " characters, not " + text.length());
    }
    UnicodeText.require(name, text);
    if (this == TRACEPARENT && TraceContext.parse(text) == null) {
      throw bad(name, " must be a W3C trace context such as 00-(32 digits)-(16 digits)-01");
    }
    if (kind == Kind.NAME && text.isBlank()) {
      throw bad(name, " is empty");
    }
    try {
      if (kind == Kind.ID) {
        IdGrammar.require("id", text);
      }
      return decoded(text);
    } catch (InvalidAddress e) {
      throw bad(name, ": " + e.getMessage());
    } catch (Refused e) {
      throw bad(
          name,
          kind == Kind.MESSAGE_ID
              ? " must be a message id (a UUID such as 0198c0de-…)"
              : " must be one of " + String.join(", ", choices()));
    }
  }

  /** What a text means that was checked when it was accepted. */
  Object decoded(String text) {
    return switch (kind) {
      case MESSAGE_ID -> MessageId.parse(text);
      case PATH -> Path.parse(text);
      case ONE_OF -> {
        Choice choice = choices.get(text);
        if (choice == null) {
          throw bad(wireName, " must be one of " + String.join(", ", choices()));
        }
        yield choice;
      }
      default -> text;
    };
  }

  /**
   * @throws Refused when it is beyond what this field may be
   */
  public Long value(String name, long number) {
    // A message that nobody could ever receive was not meant.
    long min = this == TTL_MS || this == EXPIRES_AT ? 1 : 0;
    if (number < min || number > max) {
      throw bad(name, " must be between " + min + " and " + max + ", not " + number);
    }
    return number;
  }

  /** It is of another kind than this field takes. */
  public Refused wrongKind(String name) {
    return bad(name, " must be " + kind.description());
  }

  private static Refused bad(String name, String why) {
    return new Refused(ErrorCode.BAD_REQUEST, "'" + name + "'" + why);
  }
}
