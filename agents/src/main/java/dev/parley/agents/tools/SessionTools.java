package dev.parley.agents.tools;

import dev.parley.agents.context.CommSession;
import dev.parley.agents.context.Conversations;
import dev.parley.agents.context.Exchange;
import dev.parley.agents.context.Fence;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Session;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code agent(resource: session)}: what was said elsewhere. For turns with the owner alone: in all
 * others nothing of another session may be known.
 */
public final class SessionTools {
  private static final int MESSAGE_CHARS_MAX = 2_000;

  private final Conversations conversations;

  public SessionTools(Broker broker) {
    this.conversations = new Conversations(broker);
  }

  public Tool tool() {
    return Tool.of(
        "agent",
        "What you are on this hub, and what you can do with its parts.",
        "session",
        List.of(
            Action.of(
                    "history",
                    "what was said in one of your sessions",
                    this::history,
                    Parameter.text("session", "its name, such as main or comm-…"))
                .forOwner()));
  }

  private String history(ToolUse use, Arguments told) {
    SessionKey session;
    try {
      session = new SessionKey(use.agent(), new SessionId(told.text("session")));
    } catch (InvalidAddress e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'session': " + e.getMessage());
    }
    List<Exchange> exchanges =
        session.session().value().equals(Session.MAIN)
            ? conversations.ofMain(use.agent()).exchanges()
            : conversations.of(new CommSession(session)).exchanges();
    return exchanges.isEmpty()
        ? "nothing was said there"
        : exchanges.stream().map(SessionTools::shown).collect(Collectors.joining("\n\n"));
  }

  private static String shown(Exchange exchange) {
    return exchange.messages().stream()
            .map(message -> Fence.around(message, MESSAGE_CHARS_MAX))
            .collect(Collectors.joining("\n"))
        + "\nyou answered:\n"
        + Fence.barred(exchange.answer(), MESSAGE_CHARS_MAX);
  }
}
