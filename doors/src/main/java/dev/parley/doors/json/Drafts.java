package dev.parley.doors.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What somebody wants to say, read from the fields of a request. */
public final class Drafts {
  private static final long TTL_MILLIS_MAX = Duration.ofDays(3_650).toMillis();

  private static final Map<String, MessageType> TYPES =
      Stream.of(MessageType.values())
          .collect(Collectors.toUnmodifiableMap(MessageType::wireName, t -> t));
  private static final Map<String, Priority> PRIORITIES =
      Stream.of(Priority.values())
          .collect(Collectors.toUnmodifiableMap(Priority::wireName, p -> p));

  private Drafts() {}

  /** {@code to}: an agent, several, or with a slash a path. */
  public static Path recipients(Request request) {
    List<String> names = request.texts(Field.TO);
    if (names.isEmpty()) {
      throw Request.missing(Field.TO);
    }
    if (!request.isList(Field.TO)) {
      String name = names.getFirst();
      return name.indexOf('/') >= 0
          ? Request.address(Field.TO, name, Path::parse)
          : Path.agent(Request.address(Field.TO, name, AgentId::new));
    }
    String joined =
        names.stream()
            .map(name -> Request.address(Field.TO, name, AgentId::new).value())
            .distinct()
            .collect(Collectors.joining(","));
    return Request.address(Field.TO, "agent/" + joined, Path::parse);
  }

  /** Everything but where it goes. */
  public static Draft.Builder draft(Request request, AgentId from) {
    Draft.Builder draft =
        Draft.from(from.value())
            .payload(request.raw(Field.PAYLOAD))
            .content(request.text(Field.CONTENT))
            .externalId(request.text(Field.EXTERNAL_ID))
            .replyTo(request.messageId(Field.REPLY_TO))
            .correlationId(request.text(Field.CORRELATION_ID))
            .conversationId(request.text(Field.CONVERSATION_ID))
            .topic(request.text(Field.TOPIC))
            .cause(request.messageId(Field.CAUSE))
            .expiresAt(request.number(Field.EXPIRES_AT, 0, 0, Long.MAX_VALUE))
            .ttlMillis(request.number(Field.TTL_MS, 0, 0, TTL_MILLIS_MAX))
            .humanInjected(request.flag(Field.HUMAN_INJECTED, false))
            .extras(request.extras())
            .id(request.messageId(Field.ID))
            .idempotencyKey(request.text(Field.IDEMPOTENCY_KEY));
    if (request.has(Field.COMMAND)) {
      draft.command(nonEmpty(request, Field.COMMAND));
    }
    if (request.has(Field.SOURCE)) {
      draft.source(nonEmpty(request, Field.SOURCE));
    }
    if (request.has(Field.MESSAGE_TYPE)) {
      draft.type(oneOf(TYPES, request, Field.MESSAGE_TYPE));
    }
    if (request.has(Field.PRIORITY)) {
      draft.priority(oneOf(PRIORITIES, request, Field.PRIORITY));
    }
    return draft;
  }

  private static String nonEmpty(Request request, Field field) {
    String text = request.requireText(field);
    if (text.isBlank()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + field.wireName() + "' is empty");
    }
    return text;
  }

  private static <T> T oneOf(Map<String, T> values, Request request, Field field) {
    T value = values.get(request.requireText(field));
    if (value == null) {
      String names = values.keySet().stream().sorted().collect(Collectors.joining(", "));
      throw Request.wrong(field, "one of " + names);
    }
    return value;
  }
}
