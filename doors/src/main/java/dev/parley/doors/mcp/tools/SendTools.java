package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.RawJson;
import dev.parley.core.sending.PendingReply;
import dev.parley.core.sending.Receipt;
import dev.parley.doors.json.Drafts;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Saying something, under each of the names it has had. */
final class SendTools {
  private static final Path EVERY_AGENT = Path.parse("agent/**");
  private static final String PRIORITY =
      "'priority':{'type':'string','enum':['"
          + String.join("','", EnvelopeField.PRIORITY.choices())
          + "'],'description':'default "
          + EnvelopeField.PRIORITY.byDefault()
          + "'}";
  private static final String ESCALATE =
      "'escalate':{'type':'object','description':'whom to tell when it is overdue: rung (pushed,"
          + " delivered, read, turn_started or answered), withinMs (1000 or more) and to (an agent"
          + " id, or developer)'},";
  private static final List<EnvelopeField> OPTIONAL =
      List.of(EnvelopeField.PRIORITY, EnvelopeField.REPLY_TO);
  private static final String SENT =
      "'success!':{'type':'boolean'},'messageId!':{'type':'string'},'to!':{'type':'string'},"
          + "'timestamp!':{'type':'integer'},'recipientCount!':{'type':'integer'},"
          + "'unreached':{'type':'array','items':{'type':'string'}},'note':{'type':'string'}";
  private static final String BOT_SENT =
      "'messageId!':{'type':'string'},'status!':{'type':'string'},"
          + "'deliveryMethod!':{'type':'string'}";
  private static final String BOT_MESSAGE =
      "'bot!':{'type':'string','description':'the id of the agent to write to'},"
          + "'message!':{'type':'string'},"
          + "'replyTo':{'type':'string','description':'id of the message this answers'},"
          + "'metadata':{'type':'object','description':'such as task and context'}";

  private final Broker broker;
  private final MessageLimit limit;

  SendTools(Broker broker, MessageLimit limit) {
    this.broker = broker;
    this.limit = limit;
  }

  void declare(Declarations declarations) {
    declarations.act(
        "send_message",
        "Send a message",
        "Send a message to an agent, to 'developer' (the person), to 'broadcast' (every agent),"
            + " to a path such as group/reviewers, or to a list of agents and groups."
            + " Durable when it returns."
            + " Example: {\"to\":\"researcher\",\"content\":\"The build is green.\"}",
        "'to!':{'type':['string','array'],'items':{'type':'string'},'maxItems':1000,"
            + "'description':'agent id, developer, broadcast, a path, or a list of ids and"
            + " group/NAME'},"
            + "'content!':{'type':'string'},"
            + PRIORITY
            + ",'replyTo':{'type':'string','description':'id of the message this answers'},"
            + ESCALATE
            + AttachmentTools.ATTACHMENTS,
        SENT,
        (context, arguments) -> sent(context, arguments, "to", "content"));
    declarations.async(this::sending);
    declarations.act(
        "send_to_agent",
        "Send to an agent",
        "Send a message to one agent."
            + " Example: {\"target\":\"researcher\",\"message\":\"Please check page 3.\"}",
        "'target!':{'type':'string','description':'agent id'},'message!':{'type':'string'},"
            + PRIORITY,
        SENT,
        (context, arguments) -> sent(context, arguments, "target", "message"));
    declarations.act(
        "broadcast_message",
        "Tell everybody",
        "Send a message to every agent. Example: {\"message\":\"I am going to deploy now.\"}",
        "'message!':{'type':'string'}," + PRIORITY,
        SENT,
        (context, arguments) ->
            sent(context, arguments.deepCopy().put("to", "broadcast"), "to", "message"));
    declarations.act(
        "reply",
        "Reply to a message",
        "Answer a message; the answer goes to its sender, in the same conversation."
            + " Example: {\"messageId\":\"0198c0de-0000-7000-8000-000000000001\","
            + "\"content\":\"Done.\"}",
        "'messageId!':{'type':'string'},'content!':{'type':'string'},"
            + PRIORITY
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
    declarations.act(
        "send_bot_request",
        "Ask and wait for the answer",
        "Send a message to an agent and wait for its reply."
            + " Example: {\"bot\":\"oracle\",\"message\":\"What is x?\",\"timeoutSeconds\":30}",
        BOT_MESSAGE
            + ",'timeoutSeconds':{'type':'integer','minimum':1,'maximum':600,"
            + "'description':'default 30'}",
        "'messageId!':{'type':'string'},'status!':{'type':'string'},'reply!':{'type':'object'},"
            + "'notice':{'type':'string'}",
        this::request);
  }

  private ToolResult sent(CallContext context, ObjectNode arguments, String to, String content)
      throws InterruptedException {
    JsonNode recipient = arguments.path(to);
    Draft draft = draft(context, arguments, content).to(path(to, recipient)).build();
    return sent(named(recipient), route(context, draft));
  }

  /** {@code send_message} without waiting. */
  private CompletableFuture<ToolResult> sending(
      CallContext context, ObjectNode arguments, Executor then) {
    JsonNode recipient = arguments.path("to");
    Draft draft = draft(context, arguments, "content").to(path("to", recipient)).build();
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
    Receipt receipt =
        Waits.result(
            broker.reply(
                draft(context, arguments, "content"),
                MessageId.parse(arguments.path("messageId").asString()),
                Acting.sender(context.caller(), self.value())));
    return sent(MessageView.of(receipt.message()).path("to").asString(""), receipt);
  }

  private ToolResult sendToBot(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    Receipt receipt = route(context, botDraft(context, arguments));
    return ToolResult.structured(
        Json.object()
            .put("messageId", receipt.message().id().toString())
            .put("status", "sent")
            .put("deliveryMethod", "inbox"));
  }

  private Draft botDraft(CallContext context, ObjectNode arguments) {
    Draft.Builder draft =
        draft(context, arguments, "message").to(path("bot", arguments.path("bot")));
    carry(EnvelopeField.METADATA, arguments, draft);
    return draft.within(limit).build();
  }

  private ToolResult request(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    Draft draft = botDraft(context, arguments);
    long seconds = Waits.seconds(context, arguments.path("timeoutSeconds").asLong(30));
    PendingReply pending =
        broker.request(
            draft, Acting.sender(context.caller(), draft.from()), Duration.ofSeconds(seconds));
    try {
      for (long waited = Waits.PROGRESS_SECONDS; ; waited += Waits.PROGRESS_SECONDS) {
        var reply = Waits.within(pending.reply(), Waits.PROGRESS_SECONDS);
        if (reply != null) {
          ObjectNode result = Json.object().put("messageId", pending.id().toString());
          result.put("status", "answered").set("reply", MessageView.of(reply));
          return ToolResult.structured(result.put("notice", MessageView.NOTICE));
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
    }
  }

  private Draft.Builder draft(CallContext context, ObjectNode arguments, String content) {
    String text = arguments.path(content).asString();
    if (text.isBlank()) {
      throw new ToolFailure("'" + content + "' is empty");
    }
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    Draft.Builder draft =
        Draft.from(self.value())
            .set(EnvelopeField.CONTENT, EnvelopeField.CONTENT.value(content, text));
    for (EnvelopeField field : OPTIONAL) {
      JsonNode value = arguments.path(field.wireName());
      if (value.isString()) {
        draft.set(field, field.value(value.asString()));
      }
    }
    carry(EnvelopeField.ATTACHMENTS, arguments, draft);
    carry(EnvelopeField.ESCALATE, arguments, draft);
    return draft.within(limit);
  }

  /** What is given as it is; its kind was checked with the arguments. */
  private static void carry(EnvelopeField field, ObjectNode arguments, Draft.Builder draft) {
    JsonNode value = arguments.path(field.wireName());
    if (value.isContainer()) {
      draft.set(field, RawJson.bytes(field.wireName(), Json.text(value)));
    }
  }

  private Path path(String field, JsonNode to) {
    if (to.isArray() && to.isEmpty()) {
      throw new ToolFailure("'" + field + "' is empty");
    }
    return to.isArray()
        ? Drafts.recipients(to.valueStream().map(JsonNode::asString).toList(), true)
        : path(field, to.asString());
  }

  private Path path(String field, String recipient) {
    if (recipient.equals("broadcast")) {
      return EVERY_AGENT;
    }
    if (recipient.indexOf('/') >= 0) {
      try {
        return Path.parse(recipient);
      } catch (InvalidAddress e) {
        throw new ToolFailure("'" + field + "': " + e.getMessage());
      }
    }
    AgentId agent = Acting.agentId(field, recipient);
    if (broker.participants().agent(agent).isEmpty()) {
      throw new Refused(
          ErrorCode.NOT_FOUND,
          "there is no agent '" + agent + "'; discover_agents lists those there are");
    }
    return Path.agent(agent);
  }
}
