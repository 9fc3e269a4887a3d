package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.RawJson;
import dev.parley.doors.json.Drafts;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.rpc.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Messages as they follow from the arguments of tools. */
final class Drafting {
  private static final Path EVERY_AGENT = Path.parse("agent/**");
  static final String PRIORITY =
      "'priority':{'type':'string','enum':['"
          + String.join("','", EnvelopeField.PRIORITY.choices())
          + "']}";

  /** What a message may have that starts something. */
  static final String OPTIONS =
      PRIORITY
          + ","
          + AttachmentTools.ATTACHMENTS
          + ",'escalate':{'type':'object','description':'when overdue: {rung, withinMs, to}'},"
          + "'idempotencyKey':{'type':'string'},'ttlMs':{'type':'integer'}";

  private static final List<EnvelopeField> OPTIONAL =
      List.of(EnvelopeField.PRIORITY, EnvelopeField.REPLY_TO, EnvelopeField.IDEMPOTENCY_KEY);

  private final Broker broker;
  private final MessageLimit limit;

  Drafting(Broker broker, MessageLimit limit) {
    this.broker = broker;
    this.limit = limit;
  }

  /** With everything but whom it goes to. */
  Draft.Builder draft(CallContext context, ObjectNode arguments, String content) {
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
    JsonNode lifetime = arguments.path(EnvelopeField.TTL_MS.wireName());
    if (lifetime.isNumber()) {
      draft.set(
          EnvelopeField.TTL_MS,
          EnvelopeField.TTL_MS.value(EnvelopeField.TTL_MS.wireName(), lifetime.asLong()));
    }
    carry(EnvelopeField.ATTACHMENTS, arguments, draft);
    carry(EnvelopeField.ESCALATE, arguments, draft);
    carry(EnvelopeField.METADATA, arguments, draft);
    return draft.within(limit);
  }

  void artifacts(ObjectNode arguments, Draft.Builder draft) {
    carry(EnvelopeField.ARTIFACTS, arguments, draft);
  }

  /** What is given as it is; its kind was checked with the arguments. */
  private static void carry(EnvelopeField field, ObjectNode arguments, Draft.Builder draft) {
    JsonNode value = arguments.path(field.wireName());
    if (value.isContainer()) {
      draft.set(field, RawJson.bytes(field.wireName(), Json.text(value)));
    }
  }

  Path path(String field, JsonNode to) {
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
