package dev.parley.doors.json;

import dev.parley.core.message.EnvelopeField;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every field that some request has, what kind of value it takes, and how long it may be. Those of
 * the envelope are as {@link EnvelopeField} says.
 */
public enum Field {
  TYPE("type", Kind.TEXT, 64),
  REQUEST_ID("requestId", Kind.REQUEST_ID, 128),
  TOKEN("token", Kind.TEXT, 2_048),
  AGENT_ID("agentId", Kind.TEXT, 128),
  SESSION_ID("sessionId", Kind.TEXT, 128),
  FROM("from", Kind.TEXT_OR_NUMBER, 128),
  TO("to", Kind.TEXT_OR_TEXTS, 1_024),
  PATH(EnvelopeField.PATH),
  PATTERN("pattern", Kind.TEXT, 2_048),
  COMMAND(EnvelopeField.COMMAND),
  MESSAGE_TYPE(EnvelopeField.TYPE),
  PAYLOAD(EnvelopeField.PAYLOAD),
  CONTENT(EnvelopeField.CONTENT),
  PRIORITY(EnvelopeField.PRIORITY),
  SOURCE(EnvelopeField.SOURCE),
  EXTERNAL_ID(EnvelopeField.EXTERNAL_ID),
  REPLY_TO(EnvelopeField.REPLY_TO),
  CORRELATION_ID(EnvelopeField.CORRELATION_ID),
  CONVERSATION_ID(EnvelopeField.CONVERSATION_ID),
  TOPIC(EnvelopeField.TOPIC),
  EXPIRES_AT(EnvelopeField.EXPIRES_AT),
  TTL_MS(EnvelopeField.TTL_MS),
  CAUSE(EnvelopeField.CAUSE),
  ID(EnvelopeField.ID),
  IDEMPOTENCY_KEY(EnvelopeField.IDEMPOTENCY_KEY),
  ECHO("echo", Kind.FLAG, 0),
  HUMAN_INJECTED(EnvelopeField.HUMAN_INJECTED),
  ESCALATE(EnvelopeField.ESCALATE),
  TRACEPARENT(EnvelopeField.TRACEPARENT),
  METADATA(EnvelopeField.METADATA),
  ATTACHMENTS(EnvelopeField.ATTACHMENTS),
  ACTIONS(EnvelopeField.ACTIONS),
  HUMAN_ID(EnvelopeField.HUMAN_ID),
  TASK_ID(EnvelopeField.TASK_ID),
  TASK_STATUS(EnvelopeField.TASK_STATUS),
  ARTIFACTS(EnvelopeField.ARTIFACTS),
  ERROR(EnvelopeField.ERROR),
  PLATFORM_DATA(EnvelopeField.PLATFORM_DATA),
  TIMEOUT_MS("timeoutMs", Kind.NUMBER, 0),
  ACK("ack", Kind.TEXT, 64),
  ACK_TIMEOUT_MS("ackTimeoutMs", Kind.NUMBER, 0),
  MAX_ATTEMPTS("maxAttempts", Kind.NUMBER, 0),
  WINDOW("window", Kind.NUMBER, 0),
  IDS("ids", Kind.TEXTS, 64),
  CURSORS("cursors", Kind.NUMBERS, 0),
  UP_TO("upTo", Kind.NUMBER, 0),
  MESSAGE_ID("messageId", Kind.TEXT, 64),
  STATE("state", Kind.TEXT, 64),
  ANY("any", Kind.FLAG, 0),
  NAME("name", Kind.TEXT, 256),
  MEMBERS("members", Kind.TEXTS, 128),
  DESCRIPTION("description", Kind.TEXT, 4_096),
  TITLE("title", Kind.TEXT, 256),
  DIRECTORY("directory", Kind.TEXT, 4_096),

  EMAIL("email", Kind.TEXT, 256),
  PASSWORD("password", Kind.TEXT, 1_024),
  NEW_PASSWORD("newPassword", Kind.TEXT, 1_024),
  DISPLAY_NAME("displayName", Kind.TEXT, 256),
  DISPLAY_NAME_SNAKE("display_name", Kind.TEXT, 256),
  INVITATION("invitation", Kind.TEXT, 128),
  REFRESH_TOKEN("refreshToken", Kind.TEXT, 256),
  CODE("code", Kind.TEXT, 128),
  INVITE_CODE("invite_code", Kind.TEXT, 128),
  ROLE("role", Kind.TEXT, 256),
  BOT_ID("botId", Kind.TEXT, 128),
  BOT_ID_SNAKE("bot_id", Kind.TEXT, 128),
  PURPOSE("purpose", Kind.TEXT, 1_000),
  MODEL("model", Kind.TEXT, 128),
  CALLS("calls", Kind.NUMBER, 0),
  INPUT_TOKENS("inputTokens", Kind.NUMBER, 0),
  OUTPUT_TOKENS("outputTokens", Kind.NUMBER, 0),
  COST_MICROS("costMicros", Kind.NUMBER, 0),
  CARD("card", Kind.OBJECT, 0),
  CARDS("options.cards", Kind.FLAG, 0),
  KEY_ID("keyId", Kind.TEXT, 64),
  SIGNATURE("signature", Kind.TEXT, 2_048),
  JWK("jwk", Kind.OBJECT, 0),
  PEM("pem", Kind.TEXT, 8_192),
  PRIVATE("private", Kind.FLAG, 0),
  EDIT("edit", Kind.OBJECT, 0),
  PROMPT("prompt", Kind.TEXT, 0),
  TASK("task", Kind.TEXT, 0),
  WORKSPACE("workspace", Kind.TEXT, 4_096),
  INSTRUCTIONS("instructions", Kind.TEXT, 0),
  TOOL("tool", Kind.TEXT, 64),
  ARGUMENTS("arguments", Kind.OBJECT, 0),
  QUERY("query", Kind.TEXT, 256),
  COMM("comm", Kind.FLAG, 0),
  BRAIN("brain", Kind.TEXT, 64),
  TRIAGE("triage", Kind.TEXT, 64),
  ENABLED("enabled", Kind.FLAG, 0),
  DEBOUNCE_MS("debounceMs", Kind.NUMBER, 0),
  MAX_BATCH_SIZE("maxBatchSize", Kind.NUMBER, 0),
  MAX_TURN_MS("maxTurnMs", Kind.NUMBER, 0),
  CRON("cron", Kind.TEXT, 200),
  ZONE("zone", Kind.TEXT, 64),
  AT("at", Kind.TEXT_OR_NUMBER, 64),
  MISSED("missed", Kind.TEXT, 16),
  ALLOW("allow", Kind.FLAG, 0),
  SHA256("sha256", Kind.TEXT, 64),
  REASON("reason", Kind.TEXT, 500),
  LAYER("layer", Kind.TEXT, 16),
  EFFECT("effect", Kind.TEXT, 16),
  SUBJECT("subject", Kind.TEXT, 256),
  ACTION("action", Kind.TEXT, 16),
  PLUGIN("plugin", Kind.TEXT, 64),
  VALUES("values", Kind.OBJECT, 0),
  AGE_MS("ageMs", Kind.NUMBER, 0),
  COUNT_MAX("countMax", Kind.NUMBER, 0),
  STORE("store", Kind.TEXT, 1_024),
  PERMISSIONS("permissions", Kind.TEXTS, 256),
  SECRET("secret", Kind.TEXTS, 128),

  LIMIT("options.limit", Kind.NUMBER, 0),
  PEEK("options.peek", Kind.FLAG, 0),
  FROM_TIME("options.fromTime", Kind.NUMBER, 0),
  TO_TIME("options.toTime", Kind.NUMBER, 0),
  BEFORE("options.before", Kind.NUMBER, 0),
  AFTER("options.after", Kind.TEXT_OR_NUMBER, 128),
  WITH_FROM("options.from", Kind.TEXT, 128),
  WITH_TYPE("options.messageType", Kind.TEXT, 64),
  WITH_CONVERSATION("options.conversationId", Kind.TEXT, 256);

  public enum Kind {
    TEXT("a string"),
    NUMBER("an integer"),
    FLAG("true or false"),
    TEXTS("a list of strings"),
    NUMBERS("a list of integers"),
    TEXT_OR_TEXTS("a string or a list of strings"),
    TEXT_OR_NUMBER("a string or an integer"),
    REQUEST_ID("a string or an integer"),
    OBJECT("an object"),
    ARRAY("a list"),
    ANYTHING("a value");

    private final String description;

    Kind(String description) {
      this.description = description;
    }

    String description() {
      return description;
    }

    private static Kind of(EnvelopeField field) {
      return switch (field.kind()) {
        case TEXT, NAME, ID, MESSAGE_ID, PATH, ONE_OF -> TEXT;
        case NUMBER -> NUMBER;
        case FLAG -> FLAG;
        case OBJECT -> OBJECT;
        case LIST -> ARRAY;
        case ANYTHING -> ANYTHING;
      };
    }
  }

  static final String OPTIONS = "options";

  /** Most values in a list. */
  static final int LIST_MAX = 1_000;

  /** What a draft is made of; where it goes is each request's own to say. */
  private static final Field[] DRAFT =
      Stream.of(values())
          .filter(field -> field.envelope != null && field != PATH)
          .toArray(Field[]::new);

  private final String wireName;
  private final Kind kind;
  private final int lengthMax;
  private final @Nullable EnvelopeField envelope;

  /**
   * @param lengthMax most characters of a text; 0 where the limit of payloads holds
   */
  Field(String wireName, Kind kind, int lengthMax) {
    this.wireName = wireName;
    this.kind = kind;
    this.lengthMax = lengthMax;
    this.envelope = null;
  }

  Field(EnvelopeField envelope) {
    this.wireName = envelope.requestName();
    this.kind = Kind.of(envelope);
    this.lengthMax = envelope.lengthMax();
    this.envelope = envelope;
  }

  static Field[] ofDrafts() {
    return DRAFT;
  }

  /** The field of the envelope that this one becomes, or null. */
  @Nullable EnvelopeField envelope() {
    return envelope;
  }

  public String wireName() {
    return wireName;
  }

  public Kind kind() {
    return kind;
  }

  public int lengthMax() {
    return lengthMax;
  }

  public boolean isOption() {
    return wireName.startsWith(OPTIONS + ".");
  }

  /** Is it one of HTTP bodies, which frames do not have? */
  boolean isOfBodies() {
    return switch (this) {
      case CODE, INVITE_CODE, BOT_ID, BOT_ID_SNAKE, PURPOSE -> true;
      case MODEL, CALLS, INPUT_TOKENS, OUTPUT_TOKENS, COST_MICROS -> true;
      case ALLOW, SHA256, REASON -> true;
      case EDIT, TASK, WORKSPACE, EFFECT, SUBJECT, ACTION, COMM -> true;
      case ENABLED, PLUGIN, VALUES -> true;
      case BRAIN, TRIAGE, DEBOUNCE_MS, MAX_BATCH_SIZE, MAX_TURN_MS -> true;
      case CRON, ZONE, AT, MISSED, LAYER -> true;
      case JWK, PEM -> true;
      case STORE, PERMISSIONS, SECRET -> true;
      default -> false;
    };
  }

  /** Its name within its object. */
  public String memberName() {
    return isOption() ? wireName.substring(OPTIONS.length() + 1) : wireName;
  }
}
