package dev.parley.doors.mcp.tools;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.sending.PendingReply;
import dev.parley.core.store.Copy;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** Sending and waiting for the reply, under both of its names. */
final class AskTools {
  private static final int SECONDS_DEFAULT = 30;
  private static final String ANSWERED =
      "'messageId!':{'type':'string'},'status!':{'type':'string'},'notice':{'type':'string'},"
          + "'reply!':{'type':'object'}";

  private final Broker broker;
  private final Drafting drafting;
  private final Showings showings;

  AskTools(Broker broker, Drafting drafting, Showings showings) {
    this.broker = broker;
    this.drafting = drafting;
    this.showings = showings;
  }

  void declare(Declarations declarations) {
    declarations.act(
        "ask",
        "Ask and wait for the answer",
        "Send a message to an agent and wait for its reply."
            + " Example: {\"to\":\"oracle\",\"content\":\"What is x?\",\"seconds\":30}",
        "'to!':{'type':'string','description':'agent id'},'content!':{'type':'string'},"
            + "'seconds':{'type':'integer','minimum':1,'maximum':600},"
            + Drafting.PRIORITY,
        ANSWERED,
        (context, arguments) -> ask(context, arguments, "to", "content", "seconds"));
    declarations.act(
        "send_bot_request",
        "Ask and wait for the answer",
        "The same as ask."
            + " Example: {\"bot\":\"oracle\",\"message\":\"What is x?\",\"timeoutSeconds\":30}",
        SendTools.BOT_MESSAGE
            + ",'timeoutSeconds':{'type':'integer','minimum':1,'maximum':600,"
            + "'description':'default 30'}",
        ANSWERED,
        (context, arguments) -> ask(context, arguments, "bot", "message", "timeoutSeconds"));
  }

  private ToolResult ask(
      CallContext context, ObjectNode arguments, String to, String content, String within)
      throws InterruptedException {
    Draft draft =
        drafting
            .draft(context, arguments, content)
            .to(drafting.path(to, arguments.path(to)))
            .build();
    long seconds = Waits.seconds(context, arguments.path(within).asLong(SECONDS_DEFAULT));
    PendingReply pending =
        broker.request(
            draft, Acting.sender(context.caller(), draft.from()), Duration.ofSeconds(seconds));
    Copy reply = null;
    try {
      for (long waited = Waits.PROGRESS_SECONDS; ; waited += Waits.PROGRESS_SECONDS) {
        reply = Waits.within(pending.reply(), Waits.PROGRESS_SECONDS);
        if (reply != null) {
          return answered(context, pending, reply);
        }
        context.progress(waited, seconds, "waiting for the reply");
      }
    } catch (Refused e) {
      if (e.code() != ErrorCode.TIMEOUT) {
        throw e;
      }
      throw new ToolFailure(
          "timeout: no reply to "
              + pending.id()
              + " within "
              + seconds
              + " s. If it comes later it is in your inbox: use wait_for_messages.");
    } finally {
      pending.giveUp(); // cancelled or not: it answers nobody else
      if (reply == null) {
        var _ = pending.reply().thenAccept(showings::notShown); // it came as the call was cancelled
      }
    }
  }

  /** The reply is in the inbox too, delivered: unless it is marked it comes again there. */
  private ToolResult answered(CallContext context, PendingReply pending, Copy reply)
      throws InterruptedException {
    showings.showTaken(context, reply);
    ObjectNode result = Json.object().put("messageId", pending.id().toString());
    result.put("status", "answered").put("notice", MessageView.NOTICE);
    ObjectNode shown = Preview.of(reply.message());
    result.set("reply", shown);
    ToolResult answer = ToolResult.structured(result);
    if (!Preview.isWhole(shown)) {
      answer.content().add(Preview.link(shown));
    }
    return answer;
  }
}
