package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.message.MessageId;
import dev.parley.core.search.MessageSearch;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.limits.Costly;
import dev.parley.identity.limits.RateLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Looking back: a whole conversation, or a word that was said. */
final class LookTools {
  private static final int LIMIT = 20;

  private final Broker broker;
  private final MessageSearch index;
  private final RateLimits limits;

  LookTools(Broker broker, MessageSearch index, RateLimits limits) {
    this.broker = broker;
    this.index = index;
    this.limits = limits;
  }

  void declare(Declarations declarations) {
    declarations.look(
        "get_thread",
        "Read a conversation",
        "The whole conversation that a message belongs to, oldest first."
            + " Example: {\"messageId\":\"0198c0de-…\"}",
        "'messageId!':{'type':'string'},"
            + "'limit':{'type':'integer','minimum':1,'maximum':200},"
            + "'after':{'type':'integer'}",
        "'success!':{'type':'boolean'},'count!':{'type':'integer'},$messages,"
            + "'after':{'type':'integer'},'more!':{'type':'boolean'}",
        this::thread);
    declarations.look(
        "search_messages",
        "Search your messages",
        "Messages you sent or received with all of these words, best first; also"
            + " \"a phrase\", begin*, -without, one OR other."
            + " Example: {\"query\":\"deploy staging\",\"from\":\"ops\"}",
        "'query!':{'type':'string'},"
            + "'from':{'type':'string'},"
            + "'limit':{'type':'integer','minimum':1,'maximum':100},"
            + "'cursor':{'type':'string'}",
        "'success!':{'type':'boolean'},'count!':{'type':'integer'},$messages,"
            + "'total!':{'type':'integer'},'complete!':{'type':'boolean'},"
            + "'cursor':{'type':'string'}",
        this::search);
  }

  private ToolResult thread(CallContext context, ObjectNode arguments) throws InterruptedException {
    MessageId id = MessageId.parse(arguments.path("messageId").asString());
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    StoredMessage _ = readable(context.caller(), arguments, id);
    long after = arguments.path("after").asLong(-1);
    AgentId seenBy = seenBy(context.caller(), self);
    int limit = arguments.path("limit").asInt(50);
    HistoryPage page = Waits.result(broker.lookups().thread(id, limit, after, seenBy));
    int fitting = Preview.fitting(page.copies(), Preview::of).size();
    if (fitting < page.copies().size()) {
      page = Waits.result(broker.lookups().thread(id, fitting, after, seenBy));
    }
    ObjectNode result = Json.object().put("success", true).put("count", page.copies().size());
    result.put("notice", MessageView.NOTICE);
    ArrayNode list = result.putArray("messages");
    page.copies().forEach(copy -> list.add(Preview.of(copy)));
    result.put("more", page.more());
    return AttachmentTools.withLinks(
        page.after() >= 0 ? result.put("after", page.after()) : result);
  }

  /**
   * A message that this call may read.
   *
   * @throws Refused when there is none for it
   */
  StoredMessage readable(Caller caller, ObjectNode arguments, MessageId id)
      throws InterruptedException {
    AgentId self = Acting.as(caller, arguments, broker.participants());
    return Waits.result(broker.lookups().find(id))
        .filter(found -> seesEverything(caller) || broker.lookups().concernsNow(found, self))
        .orElseThrow(
            () ->
                new Refused(
                    ErrorCode.NOT_FOUND, "there is no message " + id + " for '" + self + "'"));
  }

  /** The owner, unless it acts as an agent, and those who sent or received it. */
  boolean mayRead(Caller caller, AgentId self, MessageId id) throws InterruptedException {
    return seesEverything(caller) || Waits.result(broker.lookups().concerns(id, self));
  }

  /** Of a conversation an agent sees, as at every door, what it sent or received. */
  static @Nullable AgentId seenBy(Caller caller, AgentId self) {
    return seesEverything(caller) ? null : self;
  }

  private static boolean seesEverything(Caller caller) {
    return caller.principal().isOwner() && !caller.fixed();
  }

  private ToolResult search(CallContext context, ObjectNode arguments) {
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    String words = arguments.path("query").asString().strip();
    if (words.isEmpty()) {
      throw new ToolFailure("'query' is empty");
    }
    limits.onCostly(context.caller().principal(), Costly.SEARCH);
    // As with conversations: only the owner, and only while it acts as no agent, sees everything.
    boolean everything = seesEverything(context.caller()) && self.equals(context.caller().self());
    AgentId seenBy = everything ? null : self;
    SearchPage page = page(words, arguments, seenBy, arguments.path("limit").asInt(LIMIT));
    int fitting = Preview.fitting(messages(page), Preview::of).size();
    if (fitting < page.hits().size()) {
      page = page(words, arguments, seenBy, fitting);
    }
    ObjectNode result = Json.object().put("success", true).put("count", page.hits().size());
    result.put("notice", MessageView.NOTICE);
    ArrayNode list = result.putArray("messages");
    messages(page).forEach(message -> list.add(Preview.of(message)));
    result.put("total", page.total()).put("complete", page.next() == null);
    return AttachmentTools.withLinks(
        page.next() == null ? result : result.put("cursor", page.next()));
  }

  private SearchPage page(String words, ObjectNode arguments, @Nullable AgentId seenBy, int limit) {
    try {
      return index.search(
          new SearchQuery(
              words,
              text(arguments, "from"),
              null,
              null,
              0,
              Long.MAX_VALUE,
              seenBy,
              text(arguments, "cursor"),
              limit));
    } catch (Refused e) {
      throw inWordsOfThisDoor(e);
    }
  }

  /** Elsewhere the words that are looked for are called {@code q}. */
  private static RuntimeException inWordsOfThisDoor(Refused why) {
    String message = String.valueOf(why.getMessage());
    return message.startsWith("'q' ") ? new ToolFailure("'query'" + message.substring(3)) : why;
  }

  private static List<StoredMessage> messages(SearchPage page) {
    return page.hits().stream().map(SearchPage.Hit::message).toList();
  }

  private static @Nullable String text(ObjectNode arguments, String name) {
    return arguments.hasNonNull(name) ? arguments.path(name).asString() : null;
  }
}
