package dev.parley.doors.json;

/** Every field that some request has, what kind of value it takes, and how long it may be. */
public enum Field {
  TYPE("type", Kind.TEXT, 64),
  REQUEST_ID("requestId", Kind.REQUEST_ID, 128),
  TOKEN("token", Kind.TEXT, 512),
  AGENT_ID("agentId", Kind.TEXT, 128),
  SESSION_ID("sessionId", Kind.TEXT, 128),
  FROM("from", Kind.TEXT_OR_NUMBER, 128),
  TO("to", Kind.TEXT_OR_TEXTS, 1_024),
  PATH("path", Kind.TEXT, 2_048),
  PATTERN("pattern", Kind.TEXT, 2_048),
  COMMAND("command", Kind.TEXT, 256),
  MESSAGE_TYPE("messageType", Kind.TEXT, 64),
  PAYLOAD("payload", Kind.OBJECT, 0),
  CONTENT("content", Kind.TEXT, 0),
  PRIORITY("priority", Kind.TEXT, 64),
  SOURCE("source", Kind.TEXT, 64),
  EXTERNAL_ID("externalId", Kind.TEXT, 1_024),
  REPLY_TO("replyTo", Kind.TEXT, 64),
  CORRELATION_ID("correlationId", Kind.TEXT, 256),
  CONVERSATION_ID("conversationId", Kind.TEXT, 256),
  TOPIC("topic", Kind.TEXT, 256),
  EXPIRES_AT("expiresAt", Kind.NUMBER, 0),
  TTL_MS("ttlMs", Kind.NUMBER, 0),
  CAUSE("cause", Kind.TEXT, 64),
  ID("id", Kind.TEXT, 64),
  IDEMPOTENCY_KEY("idempotencyKey", Kind.TEXT, 128),
  ECHO("echo", Kind.FLAG, 0),
  HUMAN_INJECTED("humanInjected", Kind.FLAG, 0),
  METADATA("metadata", Kind.OBJECT, 0),
  ATTACHMENTS("attachments", Kind.ARRAY, 0),
  ACTIONS("actions", Kind.ARRAY, 0),
  HUMAN_ID("humanId", Kind.ANYTHING, 0),
  TASK_ID("taskId", Kind.ANYTHING, 0),
  TASK_STATUS("taskStatus", Kind.ANYTHING, 0),
  ARTIFACTS("artifacts", Kind.ARRAY, 0),
  ERROR("error", Kind.ANYTHING, 0),
  PLATFORM_DATA("platformData", Kind.ANYTHING, 0),
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

  CODE("code", Kind.TEXT, 128),
  EDIT("edit", Kind.OBJECT, 0),
  PROMPT("prompt", Kind.TEXT, 0),

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

    /** Kept as the bytes it came as. */
    boolean isRaw() {
      return this == OBJECT || this == ARRAY || this == ANYTHING;
    }
  }

  static final String OPTIONS = "options";

  /** Most values in a list. */
  static final int LIST_MAX = 1_000;

  /** Members of the envelope that the hub carries without looking into them. */
  private static final Field[] EXTRAS = {
    METADATA, ATTACHMENTS, ACTIONS, HUMAN_ID, TASK_ID, TASK_STATUS, ARTIFACTS, ERROR, PLATFORM_DATA
  };

  private final String wireName;
  private final Kind kind;
  private final int lengthMax;

  /**
   * @param lengthMax most characters of a text; 0 where the limit of payloads holds
   */
  Field(String wireName, Kind kind, int lengthMax) {
    this.wireName = wireName;
    this.kind = kind;
    this.lengthMax = lengthMax;
  }

  public static Field[] extras() {
    return EXTRAS;
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
    return this == CODE || this == EDIT || this == PROMPT;
  }

  /** Its name within its object. */
  public String memberName() {
    return isOption() ? wireName.substring(OPTIONS.length() + 1) : wireName;
  }
}
