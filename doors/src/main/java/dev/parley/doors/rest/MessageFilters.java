package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.MessageFilter;
import dev.parley.core.message.MessageType;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads from a query which messages are wanted. */
final class MessageFilters {
  private MessageFilters() {}

  static MessageFilter of(RestCall call) {
    String to = call.query(QueryParameter.TO);
    boolean isPath = to != null && to.indexOf('/') >= 0;
    AgentId recipient = isPath ? null : parsed(call, QueryParameter.TO, AgentId::new);
    return new MessageFilter(
        call.query(QueryParameter.FROM),
        recipient,
        session(call, recipient),
        parsed(call, QueryParameter.AGENT, AgentId::new),
        isPath ? parsed(call, QueryParameter.TO, Pattern::parse) : null,
        type(call),
        call.number(QueryParameter.SINCE, 0, 0, Long.MAX_VALUE),
        call.number(QueryParameter.UNTIL, Long.MAX_VALUE, 0, Long.MAX_VALUE),
        call.principal().scope());
  }

  private static @Nullable SessionKey session(RestCall call, @Nullable AgentId of) {
    SessionId session = parsed(call, QueryParameter.SESSION, SessionId::new);
    if (session == null) {
      return null;
    }
    if (of == null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'session' needs its agent in 'to'");
    }
    return new SessionKey(of, session);
  }

  private static @Nullable String type(RestCall call) {
    String type = call.query(QueryParameter.TYPE);
    if (type == null
        || Arrays.stream(MessageType.values()).anyMatch(each -> each.wireName().equals(type))) {
      return type;
    }
    throw RestCall.wrong(
        QueryParameter.TYPE,
        Arrays.stream(MessageType.values())
            .map(MessageType::wireName)
            .collect(Collectors.joining(", ", "one of ", "")));
  }

  private static <A> @Nullable A parsed(
      RestCall call, QueryParameter name, Function<String, A> parse) {
    String text = call.query(name);
    try {
      return text == null ? null : parse.apply(text);
    } catch (InvalidAddress e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + name.wireName() + "': " + e.getMessage());
    }
  }
}
