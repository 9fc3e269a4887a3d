package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.Catalog;
import dev.parley.doors.mcp.catalog.McpError;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.identity.authority.Authority;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Inboxes, conversations and agent cards, to be looked at and watched. Looking takes nothing. */
final class HubResources {
  private static final int PAGE = 100;
  private static final int SHOWN_MAX = 50;

  private final Broker broker;
  private final AgentCards cards;
  private final LookTools looking;
  private final Authority authority;
  private final AttachmentTools attachments;

  HubResources(
      Broker broker,
      Authority authority,
      AgentCards cards,
      LookTools looking,
      AttachmentTools attachments) {
    this.attachments = attachments;
    this.broker = broker;
    this.authority = authority;
    this.cards = cards;
    this.looking = looking;
  }

  /** The caller's inbox, and everybody's card. */
  Catalog.Page list(Caller caller, @Nullable String cursor) {
    List<ObjectNode> items = new ArrayList<>();
    if (cursor == null) {
      items.add(
          resource(Uris.inbox(caller.self().value()), "Your inbox", "What waits for you, as JSON"));
    }
    List<Agent> page =
        authority.seenBy(
            caller.principal(), broker.participants(), cursor == null ? null : id(cursor), PAGE);
    for (Agent agent : page) {
      items.add(
          resource(
              Uris.agent(agent.id().value()), agent.name(), "The card of agent " + agent.id()));
    }
    return new Catalog.Page(items, page.size() < PAGE ? null : page.getLast().id().value());
  }

  private static AgentId id(String cursor) {
    try {
      return new AgentId(cursor);
    } catch (InvalidAddress e) {
      throw RpcError.invalidParams("this cursor leads nowhere");
    }
  }

  private static ObjectNode resource(String uri, String name, String description) {
    return Json.object()
        .put("uri", uri)
        .put("name", name)
        .put("description", description)
        .put("mimeType", "application/json");
  }

  static List<ObjectNode> templates() {
    return List.of(
        template(Uris.INBOX + "{agentId}", "Inbox", "What waits for an agent; only your own"),
        template(Uris.MESSAGE + "{messageId}", "Message", "One message, whole"),
        template(Uris.THREAD + "{messageId}", "Conversation", "What was said around a message"),
        template(Uris.AGENT + "{agentId}", "Agent card", "What an agent says about itself"),
        Json.object()
            .put("uriTemplate", Uris.ATTACHMENT + "{sha256}")
            .put("name", "Attachment")
            .put("description", "A file that a message has attached"));
  }

  private static ObjectNode template(String uri, String name, String description) {
    return Json.object()
        .put("uriTemplate", uri)
        .put("name", name)
        .put("description", description)
        .put("mimeType", "application/json");
  }

  List<ObjectNode> read(Caller caller, String uri) {
    if (uri.startsWith(Uris.ATTACHMENT)) {
      ObjectNode file = attachments.resource(caller, uri);
      if (file == null) {
        throw McpError.noSuchResource(uri);
      }
      return List.of(file);
    }
    JsonNode body;
    try {
      body = found(caller, uri);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(ErrorCode.TIMEOUT, "cancelled");
    }
    if (body == null) {
      throw McpError.noSuchResource(uri);
    }
    ObjectNode content = Json.object().put("uri", uri).put("mimeType", "application/json");
    return List.of(content.put("text", Json.text(body)));
  }

  /** What is missing here may have been made at another hub just now. */
  private @Nullable JsonNode found(Caller caller, String uri) throws InterruptedException {
    JsonNode body = body(caller, uri);
    if (body != null || !broker.isShared()) {
      return body;
    }
    broker.catchUp();
    return body(caller, uri);
  }

  private @Nullable JsonNode body(Caller caller, String uri) throws InterruptedException {
    try {
      if (uri.startsWith(Uris.INBOX)) {
        AgentId agent = new AgentId(uri.substring(Uris.INBOX.length()));
        return mayLookInto(caller, agent) ? inbox(agent) : null;
      }
      if (uri.startsWith(Uris.AGENT)) {
        AgentId agent = new AgentId(uri.substring(Uris.AGENT.length()));
        return broker
            .participants()
            .agent(agent)
            .filter(found -> authority.maySee(caller.principal(), found.id()))
            .map(found -> cards.withPublished(cards.of(found), found))
            .orElse(null);
      }
      if (uri.startsWith(Uris.MESSAGE)) {
        MessageId id = MessageId.parse(uri.substring(Uris.MESSAGE.length()));
        return message(looking.readable(caller, Json.object(), id));
      }
      if (uri.startsWith(Uris.THREAD)) {
        MessageId id = MessageId.parse(uri.substring(Uris.THREAD.length()));
        return looking.mayRead(caller, caller.self(), id) ? thread(caller, id) : null;
      }
      return null;
    } catch (InvalidAddress e) {
      return null;
    } catch (Refused e) {
      if (e.code() == ErrorCode.BAD_REQUEST || e.code() == ErrorCode.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  private boolean mayLookInto(Caller caller, AgentId agent) {
    return authority.rules().read(caller.principal(), agent).allowed()
        && broker.participants().agent(agent).isPresent();
  }

  private ObjectNode inbox(AgentId agent) throws InterruptedException {
    BoxId box = BoxId.inbox(agent);
    ObjectNode body = Json.object().put("agentId", agent.value());
    body.put("unreadCount", Waits.result(broker.stats(box)).unread());
    body.put("notice", MessageView.NOTICE);
    body.set("messages", shown(Waits.result(broker.peek(box, SHOWN_MAX))));
    return body;
  }

  private static ArrayNode shown(List<Copy> copies) {
    ArrayNode list = Json.array();
    Preview.fitting(copies, Preview::of).forEach(copy -> list.add(Preview.of(copy)));
    return list;
  }

  private static ObjectNode message(StoredMessage message) {
    ObjectNode body = Json.object().put("notice", MessageView.NOTICE);
    body.set("message", MessageView.of(message));
    return body;
  }

  private ObjectNode thread(Caller caller, MessageId id) throws InterruptedException {
    AgentId seenBy = LookTools.seenBy(caller, caller.self());
    ObjectNode body = Json.object().put("notice", MessageView.NOTICE);
    body.set(
        "messages",
        shown(Waits.result(broker.lookups().thread(id, SHOWN_MAX, -1, seenBy)).copies()));
    return body;
  }

  boolean isReadable(Caller caller, String uri) {
    if (uri.startsWith(Uris.ATTACHMENT)) {
      return attachments.isReadable(caller, uri);
    }
    try {
      return found(caller, uri) != null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
