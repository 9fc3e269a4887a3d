package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Changes;
import dev.parley.doors.mcp.catalog.Tool;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/** Reading what came, and waiting for it. */
final class ReceiveTools {
  private static final int LIMIT_DEFAULT = 20;

  /** So many older copies are looked through for those that were shown but never marked read. */
  private static final int SCANNED_MAX = 5_000;

  private static final String LIMIT =
      "'limit':{'type':'integer','minimum':1,'maximum':200,'description':'default 20'}";
  private static final String RECEIVED =
      "'success!':{'type':'boolean'},'count!':{'type':'integer'},"
          + "'unreadCount!':{'type':'integer'},$messages";

  private final Broker broker;
  private final Changes changes;

  ReceiveTools(Broker broker, Changes changes) {
    this.broker = broker;
    this.changes = changes;
  }

  void declare(Declarations declarations) {
    String input =
        "'unreadOnly':{'type':'boolean','description':'leave out what was marked read'},"
            + LIMIT
            + ",'markAsRead':{'type':'boolean','description':'mark what is returned as read'}";
    Tool.Handler get = this::messages;
    declarations.act(
        "get_messages",
        "Read your messages",
        "Your messages, those you have not seen first."
            + " Example: {\"unreadOnly\":true,\"markAsRead\":true}",
        input,
        RECEIVED,
        get);
    declarations.act(
        "get_my_messages",
        "Read your messages",
        "The same as get_messages. Example: {\"unreadOnly\":true}",
        input,
        RECEIVED,
        get);
    declarations.act(
        "read_bot_messages",
        "Take your messages",
        "Take what waits in your inbox; it is not shown again unless deleteAfterRead is false."
            + " Example: {\"limit\":10}",
        "'limit':{'type':'integer','minimum':1,'maximum':200,'description':'default 10'},"
            + "'deleteAfterRead':{'type':'boolean','description':'default true'}",
        "$messages,'hasMore!':{'type':'boolean'}",
        this::take);
    declarations.act(
        "mark_messages_read",
        "Mark messages as read",
        "Mark messages as read, so that get_messages with unreadOnly leaves them out."
            + " Example: {\"messageIds\":[\"0198c0de-0000-7000-8000-000000000001\"]}",
        "'messageIds!':{'type':'array','items':{'type':'string'},'maxItems':1000}",
        "'success!':{'type':'boolean'},'markedCount!':{'type':'integer'}",
        this::markRead);
    declarations.act(
        "wait_for_messages",
        "Wait for messages",
        "Wait until a message comes, and return it; returns nothing when the time is over. Call it"
            + " again to go on waiting. Example: {\"seconds\":30}",
        "'seconds':{'type':'integer','minimum':1,'maximum':600,'description':'default 30; at most"
            + " 50 for clients that do not ask for progress'},"
            + LIMIT
            + ",'markAsRead':{'type':'boolean','description':'mark what is returned as read'}",
        RECEIVED + ",'timedOut!':{'type':'boolean'}",
        this::waitFor);
  }

  private BoxId.Inbox inbox(CallContext context, ObjectNode arguments) {
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    broker.participants().requireAgent(self);
    return BoxId.inbox(self);
  }

  private ToolResult messages(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    BoxId inbox = inbox(context, arguments);
    int limit = arguments.path("limit").asInt(LIMIT_DEFAULT);
    List<Copy> copies =
        arguments.path("unreadOnly").asBoolean(false)
            ? unread(inbox, limit)
            : Waits.result(broker.lookups().history(inbox, HistoryQuery.newest(limit)))
                .copies()
                .stream()
                .filter(copy -> copy.state() != State.EXPIRED)
                .toList();
    return AttachmentTools.withLinks(received(inbox, arguments, copies));
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

  private ObjectNode received(BoxId inbox, ObjectNode arguments, List<Copy> found)
      throws InterruptedException {
    List<Copy> copies = MessageView.fitting(found);
    List<MessageId> ids = copies.stream().map(copy -> copy.message().id()).toList();
    if (!ids.isEmpty()) {
      // On disk before anybody sees them, so that the sender is told the truth.
      int _ =
          Waits.result(
              arguments.path("markAsRead").asBoolean(false)
                  ? broker.markRead(inbox, ids)
                  : broker.ack(inbox, ids));
    }
    ObjectNode result = Json.object().put("success", true).put("count", copies.size());
    result.put("unreadCount", Waits.result(broker.stats(inbox)).unread());
    result.set("messages", MessageView.list(copies));
    return copies.isEmpty() ? result : result.put("notice", MessageView.NOTICE);
  }

  private ToolResult take(CallContext context, ObjectNode arguments) throws InterruptedException {
    BoxId inbox = inbox(context, arguments);
    int limit = arguments.path("limit").asInt(10);
    List<Copy> copies = MessageView.fitting(Waits.result(broker.peek(inbox, limit)));
    if (!copies.isEmpty() && arguments.path("deleteAfterRead").asBoolean(true)) {
      copies = Waits.result(broker.receive(inbox, copies.size()));
      if (!copies.isEmpty()) {
        int _ =
            Waits.result(
                broker.markRead(inbox, copies.stream().map(c -> c.message().id()).toList()));
      }
    }
    ObjectNode result = Json.object();
    result.set("messages", MessageView.list(copies));
    boolean peeked = !arguments.path("deleteAfterRead").asBoolean(true);
    long left = Waits.result(broker.stats(inbox)).pending() - (peeked ? copies.size() : 0);
    result.put("hasMore", left > 0);
    return AttachmentTools.withLinks(
        copies.isEmpty() ? result : result.put("notice", MessageView.NOTICE));
  }

  private ToolResult markRead(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    BoxId inbox = inbox(context, arguments);
    List<MessageId> ids = new ArrayList<>();
    arguments.path("messageIds").forEach(id -> ids.add(MessageId.parse(id.asString())));
    int marked = ids.isEmpty() ? 0 : Waits.result(broker.markRead(inbox, ids));
    return ToolResult.structured(Json.object().put("success", true).put("markedCount", marked));
  }

  private ToolResult waitFor(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    BoxId.Inbox inbox = inbox(context, arguments);
    int limit = arguments.path("limit").asInt(LIMIT_DEFAULT);
    long seconds = Waits.seconds(context, arguments.path("seconds").asLong(30));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Semaphore arrived = new Semaphore(0);
    // Watch first, look then: what comes in between is not missed.
    try (Changes.Watch _ = changes.watch(Uris.inbox(inbox.name()), _ -> arrived.release());
        Attendance attendance = new Attendance(broker.presence(), inbox.agent())) {
      for (long waited = 0; ; waited += Waits.PROGRESS_SECONDS) {
        arrived.drainPermits();
        List<Copy> copies = Waits.result(broker.peek(inbox, limit));
        long left = end - System.nanoTime();
        if (!copies.isEmpty() || left <= 0) {
          ObjectNode result = received(inbox, arguments, copies);
          return AttachmentTools.withLinks(result.put("timedOut", copies.isEmpty()));
        }
        attendance.begins();
        context.progress(waited, seconds, "waiting for messages");
        boolean _ =
            arrived.tryAcquire(
                Math.min(left, TimeUnit.SECONDS.toNanos(Waits.PROGRESS_SECONDS)),
                TimeUnit.NANOSECONDS);
      }
    }
  }
}
