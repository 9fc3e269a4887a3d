package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.Receipt;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Saying something: {@code msg.send}, {@code msg.route}, {@code msg.broadcast}, {@code msg.reply},
 * {@code msg.request}.
 */
final class SendRequests {
  private static final Path EVERY_AGENT = Path.parse("agent/**");
  private static final long TIMEOUT_MILLIS_DEFAULT = 30_000;
  private static final long TIMEOUT_MILLIS_MAX = 600_000;
  private static final long TTL_MILLIS_MAX = Duration.ofDays(3_650).toMillis();
  private static final Shape<Receipt> WITH_MESSAGE = new ReceiptShape(true);
  private static final Shape<Receipt> WITHOUT_MESSAGE = new ReceiptShape(false);

  private static final Map<String, MessageType> TYPES =
      Stream.of(MessageType.values())
          .collect(Collectors.toUnmodifiableMap(MessageType::wireName, t -> t));
  private static final Map<String, Priority> PRIORITIES =
      Stream.of(Priority.values())
          .collect(Collectors.toUnmodifiableMap(Priority::wireName, p -> p));

  private final Broker broker;

  SendRequests(Broker broker) {
    this.broker = broker;
  }

  void register(Requests requests) {
    requests.add("msg.send", Access.SENDER, call -> route(call, recipients(call)));
    requests.add(
        "msg.route", Access.SENDER, call -> route(call, call.address(Field.PATH, Path::parse)));
    requests.add("msg.broadcast", Access.SENDER, call -> route(call, EVERY_AGENT));
    requests.add("msg.reply", Access.SENDER, this::reply);
    requests.add("msg.request", Access.SENDER, this::request);
  }

  private void route(Call call, Path path) {
    Draft draft = draft(call).to(path).build();
    call.answerWith(broker.route(draft, origin(call, draft.source())), receipt(call));
  }

  private void reply(Call call) {
    MessageId original = call.request().requireMessageId(Field.REPLY_TO);
    Origin origin = origin(call, call.request().text(Field.SOURCE, Draft.INTERNAL));
    call.answerWith(
        broker.reply(
            draft(call), original, call.subject().value(), origin, call.principal().isOwner()),
        receipt(call));
  }

  private void request(Call call) {
    Path path =
        call.request().has(Field.TO) ? recipients(call) : call.address(Field.PATH, Path::parse);
    long timeout =
        call.request().number(Field.TIMEOUT_MS, TIMEOUT_MILLIS_DEFAULT, 1, TIMEOUT_MILLIS_MAX);
    Draft draft = draft(call).to(path).build();
    Broker.Pending pending =
        broker.request(draft, origin(call, draft.source()), Duration.ofMillis(timeout));
    var _ =
        pending.reply().whenComplete(call.answer(new ReplyShape(pending.id())).about(pending.id()));
  }

  private static Shape<Receipt> receipt(Call call) {
    return call.request().flag(Field.ECHO, true) ? WITH_MESSAGE : WITHOUT_MESSAGE;
  }

  private static Origin origin(Call call, String source) {
    return call.principal().origin(source, call.request().flag(Field.HUMAN_INJECTED, false));
  }

  /** {@code to}: an agent, several, or with a slash a path. */
  private static Path recipients(Call call) {
    List<String> names = call.request().texts(Field.TO);
    if (names.isEmpty()) {
      throw Request.missing(Field.TO);
    }
    if (!call.request().isList(Field.TO)) {
      String name = names.getFirst();
      return name.indexOf('/') >= 0
          ? Call.address(Field.TO, name, Path::parse)
          : Path.agent(Call.address(Field.TO, name, AgentId::new));
    }
    String joined =
        names.stream()
            .map(name -> Call.address(Field.TO, name, AgentId::new).value())
            .distinct()
            .collect(Collectors.joining(","));
    return Call.address(Field.TO, "agent/" + joined, Path::parse);
  }

  private static Draft.Builder draft(Call call) {
    Request request = call.request();
    Draft.Builder draft =
        Draft.from(call.subject().value())
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
