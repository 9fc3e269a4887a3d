package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Saying something, under each of the names it has had. */
final class SendTools {
  private static final String SENT =
      "'success!':{'type':'boolean'},'messageId!':{'type':'string'},'to!':{'type':'string'},"
          + "'timestamp!':{'type':'integer'},'recipientCount!':{'type':'integer'},"
          + "'unreached':{'type':'array','items':{'type':'string'}},'note':{'type':'string'},"
          + "'duplicate':{'type':'boolean'}";
  private static final String BOT_SENT =
      "'messageId!':{'type':'string'},'status!':{'type':'string'},"
          + "'deliveryMethod!':{'type':'string'}";
  static final String BOT_MESSAGE =
      "'bot!':{'type':'string','description':'the id of the agent to write to'},"
          + "'message!':{'type':'string'},"
          + "'replyTo':{'type':'string','description':'id of the message this answers'},"
          + "'metadata':{'type':'object','description':'such as task and context'}";

  private final Broker broker;
  private final Drafting drafting;
  private final Showings showings;

  SendTools(Broker broker, Drafting drafting, Showings showings) {
    this.broker = broker;
    this.drafting = drafting;
    this.showings = showings;
  }

  void declare(Declarations declarations) {
    declarations.act(
        "send_message",
        "Send a message",
        "Send a message to an agent, to 'developer' (the person), to 'broadcast' (every agent),"
            + " to a path such as group/reviewers, or to a list of these."
            + " Example: {\"to\":\"researcher\",\"content\":\"The build is green.\"}",
        "'to!':{'type':['string','array'],'items':{'type':'string'},'maxItems':1000},"
            + "'content!':{'type':'string'},"
            + "'replyTo':{'type':'string'},"
            + Drafting.OPTIONS,
        SENT,
        (context, arguments) -> sent(context, arguments, "to", "content"));
    declarations.async(this::sending);
    declarations.act(
        "send_to_agent",
        "Send to an agent",
        "Send a message to one agent."
            + " Example: {\"target\":\"researcher\",\"message\":\"Please check page 3.\"}",
        "'target!':{'type':'string','description':'agent id'},'message!':{'type':'string'},"
            + Drafting.PRIORITY,
        SENT,
        (context, arguments) -> sent(context, arguments, "target", "message"));
    declarations.act(
        "broadcast_message",
        "Tell everybody",
        "Send a message to every agent. Example: {\"message\":\"I am going to deploy now.\"}",
        "'message!':{'type':'string'}," + Drafting.PRIORITY,
        SENT,
        (context, arguments) ->
            sent(context, arguments.deepCopy().put("to", "broadcast"), "to", "message"));
    declarations.act(
        "reply",
        "Reply to a message",
        "Answer a message, which marks it read; the answer goes to its sender, or to the others if"
            + " you sent it, in the same conversation."
            + " Example: {\"messageId\":\"0198c0de-…\","
            + "\"content\":\"Done.\"}",
        "'messageId!':{'type':'string'},'content!':{'type':'string'},"
            + Drafting.PRIORITY
            + ","
            + AttachmentTools.ATTACHMENTS,
        SENT,
        this::reply);
    declarations.act(
        "send_bot_message",
        "Send to a bot",
        "Send a message to another bot's inbox."
            + " Example: {\"bot\":\"commander\",\"message\":\"Task 7 is finished.\"}",
        BOT_MESSAGE,
        BOT_SENT,
        this::sendToBot);
  }

  private ToolResult sent(CallContext context, ObjectNode arguments, String to, String content)
      throws InterruptedException {
    JsonNode recipient = arguments.path(to);
    Draft draft =
        drafting.draft(context, arguments, content).to(drafting.path(to, recipient)).build();
    return sent(named(recipient), route(context, draft));
  }

  /** {@code send_message} without waiting. */
  private CompletableFuture<ToolResult> sending(
      CallContext context, ObjectNode arguments, Executor then) {
    JsonNode recipient = arguments.path("to");
    Draft draft =
        drafting.draft(context, arguments, "content").to(drafting.path("to", recipient)).build();
    return routed(context, draft).thenApplyAsync(receipt -> sent(named(recipient), receipt), then);
  }

  private static String named(JsonNode recipient) {
    return recipient.isArray()
        ? recipient.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "))
        : recipient.asString();
  }

  private Receipt route(CallContext context, Draft draft) throws InterruptedException {
    return Waits.result(routed(context, draft));
  }

  private CompletableFuture<Receipt> routed(CallContext context, Draft draft) {
    return broker.route(draft, Acting.sender(context.caller(), draft.from()));
  }

  private static ToolResult sent(String to, Receipt receipt) {
    ObjectNode result = Json.object().put("success", receipt.delivered());
    result.put("messageId", receipt.message().id().toString()).put("to", to);
    result.put("timestamp", receipt.message().timestamp());
    result.put("recipientCount", receipt.agents().size());
    if (!receipt.unreached().isEmpty()) {
      receipt.unreached().forEach(result.putArray("unreached")::add);
    }
    if (receipt.duplicate()) {
      result.put("duplicate", true);
    }
    if (!receipt.delivered()) {
      result.put("note", "nobody receives this path; the message is kept as a dead letter");
    } else if (!receipt.unreached().isEmpty()) {
      result.put(
          "note",
          "there is no agent "
              + String.join(", ", receipt.unreached())
              + "; the others have the message; discover_agents lists those there are");
    }
    return ToolResult.structured(result);
  }

  private ToolResult reply(CallContext context, ObjectNode arguments) throws InterruptedException {
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    MessageId original = MessageId.parse(arguments.path("messageId").asString());
    Receipt receipt =
        Waits.result(
            broker.reply(
                drafting.draft(context, arguments, "content"),
                original,
                Acting.sender(context.caller(), self.value())));
    // The answer is on its way, whatever becomes of the mark.
    int _ = Waits.result(showings.mark(BoxId.inbox(self), List.of(original)).exceptionally(_ -> 0));
    return sent(MessageView.of(receipt.message()).path("to").asString(""), receipt);
  }

  private ToolResult sendToBot(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    Draft draft =
        drafting
            .draft(context, arguments, "message")
            .to(drafting.path("bot", arguments.path("bot")))
            .build();
    Receipt receipt = route(context, draft);
    return ToolResult.structured(
        Json.object()
            .put("messageId", receipt.message().id().toString())
            .put("status", "sent")
            .put("deliveryMethod", "inbox"));
  }
}
