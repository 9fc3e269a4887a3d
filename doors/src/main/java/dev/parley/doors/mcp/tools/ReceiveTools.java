package dev.parley.doors.mcp.tools;

import dev.parley.core.broker.Broker;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reading what came. */
final class ReceiveTools {
  private static final int TAKEN_DEFAULT = 10;

  /** So many older copies are looked through for those that were shown but never marked read. */
  private static final int SCANNED_MAX = 5_000;

  private final Broker broker;
  private final Showings showings;
  private final Receiving receiving;

  ReceiveTools(Broker broker, Showings showings, Receiving receiving) {
    this.broker = broker;
    this.showings = showings;
    this.receiving = receiving;
  }

  void declare(Declarations declarations) {
    String input =
        "'unreadOnly':{'type':'boolean'},"
            + Receiving.LIMIT
            + ","
            + Receiving.MARK_AS_READ
            + ",'since':{'type':'integer','description':'after this cursor'},"
            + "'bodies':{'type':'boolean','description':'false: who wrote and how much'}";
    String output = Receiving.RECEIVED + ",'cursor':{'type':'integer'}";
    declarations.act(
        "get_messages",
        "Read your messages",
        "Your messages, the highest priority first, then the oldest. Long ones are cut: see"
            + " get_message. Example: {\"unreadOnly\":true}",
        input,
        output,
        (context, arguments) -> messages(context, arguments, false));
    declarations.act(
        "get_my_messages",
        "Read your messages",
        "Your messages; they are marked read unless markAsRead is false."
            + " Example: {\"unreadOnly\":true}",
        input,
        output,
        (context, arguments) -> messages(context, arguments, true));
    declarations.act(
        "read_bot_messages",
        "Take your messages",
        "Take what waits in your inbox; it is not shown again unless deleteAfterRead is false, or"
            + " it was cut. Example: {\"limit\":10}",
        "'limit':{'type':'integer','minimum':1,'maximum':200,'description':'default 10'},"
            + "'deleteAfterRead':{'type':'boolean','description':'default true'}",
        "$messages,'hasMore!':{'type':'boolean'}",
        this::take);
    declarations.repeatable(
        "mark_messages_read",
        "Mark messages as read",
        "Mark messages as read: what you have dealt with is not shown again."
            + " Example: {\"messageIds\":[\"0198c0de-…\"]}",
        "'messageIds!':{'type':'array','items':{'type':'string'},'maxItems':1000}",
        "'success!':{'type':'boolean'},'markedCount!':{'type':'integer'}",
        this::markRead);
  }

  private ToolResult messages(CallContext context, ObjectNode arguments, boolean marksByDefault)
      throws InterruptedException {
    BoxId.Inbox inbox = receiving.inbox(context, arguments);
    boolean bodies = arguments.path("bodies").asBoolean(true);
    boolean mark = arguments.path("markAsRead").asBoolean(marksByDefault && bodies);
    if (mark && !bodies) {
      throw new ToolFailure("without bodies nothing is shown, so nothing can be marked as read");
    }
    BoxStats stats = Waits.result(broker.stats(inbox));
    long since = arguments.path("since").asLong(-2);
    List<Copy> found = found(inbox, arguments, since);
    if (!bodies) {
      return headers(stats, found);
    }
    ShownCopies known = showings.known(inbox);
    List<Copy> copies = receiving.show(context, inbox, found, Showings.Who.ANYBODY, mark);
    ObjectNode result = receiving.answer(inbox, copies, mark, known);
    long last = copies.isEmpty() ? since : copies.getLast().position();
    return AttachmentTools.withLinks(result.put("cursor", since < -1 ? stats.next() - 1 : last));
  }

  /** Looking at who wrote takes nothing. */
  private static ToolResult headers(BoxStats stats, List<Copy> found) {
    List<Copy> copies = Preview.fitting(found, Preview::withoutBody);
    ObjectNode result = Json.object().put("success", true).put("count", copies.size());
    result.put("unreadCount", stats.unread()).put("notice", MessageView.NOTICE);
    ArrayNode messages = result.putArray("messages");
    copies.forEach(copy -> messages.add(Preview.withoutBody(copy)));
    return ToolResult.structured(result);
  }

  private List<Copy> found(BoxId inbox, ObjectNode arguments, long since)
      throws InterruptedException {
    int limit = arguments.path("limit").asInt(Receiving.LIMIT_DEFAULT);
    boolean unreadOnly = arguments.path("unreadOnly").asBoolean(false);
    if (since < -1) {
      return (unreadOnly ? unread(inbox, limit) : page(inbox, HistoryQuery.newest(limit)))
          .stream().filter(copy -> copy.state() != State.EXPIRED).sorted(Receiving.ORDER).toList();
    }
    return page(inbox, HistoryQuery.onwards(limit, since)).stream()
        .filter(copy -> copy.state() != State.EXPIRED)
        .filter(copy -> !unreadOnly || !copy.state().hasReached(State.READ))
        .toList();
  }

  private List<Copy> page(BoxId inbox, HistoryQuery query) throws InterruptedException {
    return Waits.result(broker.lookups().history(inbox, query)).copies();
  }

  /** What waits, in the order of receiving, and then what was shown before but never marked. */
  private List<Copy> unread(BoxId inbox, int limit) throws InterruptedException {
    BoxStats stats = Waits.result(broker.stats(inbox));
    List<Copy> found = new ArrayList<>(Waits.result(broker.peek(inbox, limit)));
    long shown = stats.unread() - stats.pending();
    long before = Long.MAX_VALUE;
    int scanned = 0;
    while (shown > 0 && found.size() < limit && scanned < SCANNED_MAX && before > 0) {
      HistoryPage page =
          Waits.result(
              broker
                  .lookups()
                  .history(
                      inbox,
                      new HistoryQuery(
                          500, before, -1, false, 0, Long.MAX_VALUE, null, null, null)));
      for (Copy copy : page.copies().reversed()) {
        boolean isShown = copy.state() == State.DELIVERED;
        if (isShown && found.size() < limit) {
          found.add(copy);
          shown--;
        }
      }
      scanned += page.copies().size();
      before = page.more() ? page.before() : -1;
    }
    return found;
  }

  private ToolResult take(CallContext context, ObjectNode arguments) throws InterruptedException {
    BoxId.Inbox inbox = receiving.inbox(context, arguments);
    int limit = arguments.path("limit").asInt(TAKEN_DEFAULT);
    boolean takes = arguments.path("deleteAfterRead").asBoolean(true);
    List<Copy> waiting = new ArrayList<>(showings.due(inbox).copies());
    waiting.addAll(Waits.result(broker.peek(inbox, limit)));
    List<Copy> found = waiting.stream().sorted(Receiving.ORDER).limit(limit).toList();
    List<Copy> copies =
        takes
            ? receiving.show(context, inbox, found, Showings.Who.ONE, true)
            : Preview.fitting(found, Preview::of);
    ObjectNode result = Json.object();
    if (!copies.isEmpty()) {
      result.put("notice", MessageView.NOTICE);
    }
    boolean asBots = context.caller().profile().equals("bot");
    ArrayNode messages = result.putArray("messages");
    for (Copy copy : copies) {
      ObjectNode shown = Preview.of(copy);
      messages.add(asBots ? asBotsKnowIt(shown) : shown);
    }
    long left = Waits.result(broker.stats(inbox)).pending() - (takes ? 0 : copies.size());
    return AttachmentTools.withLinks(
        result.put("hasMore", left > 0 || copies.size() < found.size()));
  }

  private static ObjectNode asBotsKnowIt(ObjectNode shown) {
    shown.put("timestamp", Instant.ofEpochMilli(shown.path("timestamp").asLong()).toString());
    if (!shown.has("replyTo")) {
      shown.putNull("replyTo");
    }
    return shown;
  }

  private ToolResult markRead(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    BoxId inbox = receiving.inbox(context, arguments);
    List<MessageId> ids = new ArrayList<>();
    arguments.path("messageIds").forEach(id -> ids.add(MessageId.parse(id.asString())));
    int marked = ids.isEmpty() ? 0 : Waits.result(showings.mark(inbox, ids));
    return ToolResult.structured(Json.object().put("success", true).put("markedCount", marked));
  }
}
