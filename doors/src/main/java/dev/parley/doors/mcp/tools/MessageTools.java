package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One message: the whole of it, in parts that a model can take, and how far it has come. */
final class MessageTools {
  private static final int PART_MAX = 16_000;
  private static final int RECIPIENTS_MAX = 200;

  private final Broker broker;
  private final Showings showings;
  private final LookTools looking;

  MessageTools(Broker broker, Showings showings, LookTools looking) {
    this.broker = broker;
    this.showings = showings;
    this.looking = looking;
  }

  void declare(Declarations declarations) {
    declarations.repeatable(
        "get_message",
        "Read one message",
        "A message whole, in parts; of one you sent also who got it and has read it."
            + " Example: {\"messageId\":\"0198c0de-…\"}",
        "'messageId!':{'type':'string'},"
            + "'field':{'type':'string','description':'default content'},"
            + "'offset':{'type':'integer','minimum':0},"
            + Receiving.MARK_AS_READ,
        "'success!':{'type':'boolean'},'notice!':{'type':'string'},'message!':{'type':'object'},"
            + "'text!':{'type':'string'},'length!':{'type':'integer'},"
            + "'nextOffset':{'type':'integer'},"
            + "'delivery':{'type':'array','items':{'type':'object'}}",
        this::read);
  }

  private ToolResult read(CallContext context, ObjectNode arguments) throws InterruptedException {
    MessageId id = MessageId.parse(arguments.path("messageId").asString());
    StoredMessage message = looking.readable(context.caller(), arguments, id);
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    String field = arguments.path("field").asString(MessageView.CONTENT);
    String text = text(MessageView.of(message), field);
    int offset = arguments.path("offset").asInt(0);
    if (offset > text.length()) {
      throw new ToolFailure("'" + field + "' has only " + text.length() + " characters");
    }
    String part = Preview.cut(text.substring(offset), PART_MAX);
    boolean atEnd = offset + part.length() == text.length();
    if (field.equals(MessageView.CONTENT)) {
      show(context, self, message, atEnd && arguments.path("markAsRead").asBoolean(false));
    }
    ObjectNode head = Preview.of(message);
    head.remove(List.of(MessageView.CONTENT, "truncated", "contentLength"));
    ObjectNode result = Json.object().put("success", true).put("notice", MessageView.NOTICE);
    result.set("message", head);
    result.put("text", part).put("length", text.length());
    if (!atEnd) {
      result.put("nextOffset", offset + part.length());
    }
    if (broker.lookups().sentBy(message, self)) {
      result.set("delivery", delivery(id));
    }
    return ToolResult.structured(result);
  }

  private static String text(ObjectNode whole, String field) {
    JsonNode value = whole.path(field);
    if (value.isMissingNode()) {
      throw new ToolFailure(
          "this message has no '" + field + "', only " + String.join(", ", whole.propertyNames()));
    }
    return value.isString() ? value.asString() : Json.text(value);
  }

  private void show(CallContext context, AgentId self, StoredMessage message, boolean mark)
      throws InterruptedException {
    BoxId inbox = BoxId.inbox(self);
    List<Long> positions =
        Waits.result(broker.lookups().copiesOf(message.id())).stream()
            .filter(copy -> copy.box().equals(inbox))
            .map(CopyRef::position)
            .toList();
    List<Copy> copies = Waits.result(broker.lookups().copies(inbox, positions));
    List<Copy> _ =
        showings.show(
            context, inbox, copies, Showings.Who.ANYBODY, mark ? List.of(message.id()) : List.of());
  }

  private ArrayNode delivery(MessageId id) throws InterruptedException {
    DeliveryStatus status = Waits.result(broker.lookups().status(id));
    ArrayNode list = Json.array();
    status.recipients().stream()
        .limit(RECIPIENTS_MAX)
        .forEach(
            copy ->
                list.addObject()
                    .put("agent", copy.box().name())
                    .put("status", copy.state().wireName()));
    return list;
  }
}
