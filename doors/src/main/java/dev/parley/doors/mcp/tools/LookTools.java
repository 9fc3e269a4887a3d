package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.HistoryPage;
import dev.parley.core.broker.HistoryQuery;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.mcp.rpc.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Looking back: a whole conversation, or a word that was said. */
final class LookTools {
  private static final int PAGE = 1_000;

  /** So many copies of each box are looked through, newest first. */
  private static final int SCANNED_MAX = 10_000;

  private final Broker broker;

  LookTools(Broker broker) {
    this.broker = broker;
  }

  void declare(Declarations declarations) {
    declarations.look(
        "get_thread",
        "Read a conversation",
        "The whole conversation that a message belongs to, oldest first."
            + " Example: {\"messageId\":\"0198c0de-0000-7000-8000-000000000001\"}",
        "'messageId!':{'type':'string'},"
            + "'limit':{'type':'integer','minimum':1,'maximum':200,'description':'default 50'},"
            + "'after':{'type':'integer','description':'the cursor of the last page'}",
        "'success!':{'type':'boolean'},'count!':{'type':'integer'},$messages,"
            + "'after':{'type':'integer'},'more!':{'type':'boolean'}",
        this::thread);
    declarations.look(
        "search_messages",
        "Search your messages",
        "Messages you sent or received that contain all of these words, newest first."
            + " Example: {\"query\":\"deploy staging\",\"from\":\"ops\"}",
        "'query!':{'type':'string'},"
            + "'from':{'type':'string','description':'only from this agent'},"
            + "'limit':{'type':'integer','minimum':1,'maximum':100,'description':'default 20'}",
        "'success!':{'type':'boolean'},'count!':{'type':'integer'},$messages,"
            + "'complete!':{'type':'boolean'}",
        this::search);
  }

  private ToolResult thread(CallContext context, ObjectNode arguments) throws InterruptedException {
    MessageId id = MessageId.parse(arguments.path("messageId").asString());
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    if (!mayRead(context.caller(), self, id)) {
      throw new ToolFailure("not_found: there is no message " + id + " for '" + self + "'");
    }
    long after = arguments.path("after").asLong(-1);
    HistoryPage page = Waits.result(broker.thread(id, arguments.path("limit").asInt(50), after));
    int fitting = MessageView.fitting(page.copies()).size();
    if (fitting < page.copies().size()) {
      page = Waits.result(broker.thread(id, fitting, after));
    }
    ObjectNode result = Json.object().put("success", true).put("count", page.copies().size());
    result.set("messages", MessageView.list(page.copies()));
    result.put("notice", MessageView.NOTICE).put("more", page.more());
    return ToolResult.structured(page.after() >= 0 ? result.put("after", page.after()) : result);
  }

  /** The owner, unless it acts as an agent, and those who sent or received it. */
  boolean mayRead(Caller caller, AgentId self, MessageId id) throws InterruptedException {
    boolean everything = caller.principal().isOwner() && !caller.fixed();
    return everything || Waits.result(broker.concerns(id, self));
  }

  private ToolResult search(CallContext context, ObjectNode arguments) throws InterruptedException {
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    String query = arguments.path("query").asString().strip().toLowerCase(Locale.ROOT);
    if (query.isEmpty()) {
      throw new ToolFailure("'query' is empty");
    }
    List<String> words = List.of(query.split("\\s+"));
    String from = arguments.hasNonNull("from") ? arguments.path("from").asString() : null;
    int limit = arguments.path("limit").asInt(20);
    List<Copy> found = new ArrayList<>();
    boolean complete = true;
    if (from == null || !from.equals(self.value())) {
      complete &= scan(context, BoxId.inbox(self), words, from, limit, found);
    }
    if (from == null || from.equals(self.value())) {
      complete &= scan(context, BoxId.outbox(self.value()), words, null, limit, found);
    }
    found.sort(Comparator.comparingLong((Copy copy) -> copy.message().number()).reversed());
    List<Copy> newest = MessageView.fitting(found.stream().distinct().limit(limit).toList());
    ObjectNode result = Json.object().put("success", true).put("count", newest.size());
    result.set("messages", MessageView.list(newest));
    result.put("notice", MessageView.NOTICE).put("complete", complete);
    return ToolResult.structured(result);
  }

  /** True when the whole box was looked through, or enough was found. */
  private boolean scan(
      CallContext context,
      BoxId box,
      List<String> words,
      @Nullable String from,
      int limit,
      List<Copy> found)
      throws InterruptedException {
    int hits = 0;
    long before = Long.MAX_VALUE;
    for (int scanned = 0; scanned < SCANNED_MAX; scanned += PAGE) {
      HistoryPage page =
          Waits.result(
              broker.history(
                  box,
                  new HistoryQuery(PAGE, before, -1, false, 0, Long.MAX_VALUE, from, null, null)));
      for (Copy copy : page.copies().reversed()) {
        if (contains(copy, words)) {
          found.add(copy);
          hits++;
        }
      }
      if (hits >= limit || !page.more()) {
        return true;
      }
      context.progress(scanned + PAGE, SCANNED_MAX, "searching");
      before = page.before();
    }
    return false;
  }

  private static boolean contains(Copy copy, List<String> words) {
    ObjectNode message = MessageView.of(copy);
    String text =
        (message.path("content").asString("") + " " + message.path("payload"))
            .toLowerCase(Locale.ROOT);
    return words.stream().allMatch(text::contains);
  }
}
