package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.rpc.Json;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What all tools do that show copies of an inbox. */
final class Receiving {
  static final int LIMIT_DEFAULT = 20;
  static final String LIMIT = "'limit':{'type':'integer','minimum':1,'maximum':200}";
  static final String MARK_AS_READ =
      "'markAsRead':{'type':'boolean','description':'mark what is shown whole'}";
  static final String RECEIVED =
      "'success!':{'type':'boolean'},'count!':{'type':'integer'},"
          + "'unreadCount!':{'type':'integer'},$messages";

  /** The highest priority first, then the oldest. */
  static final Comparator<Copy> ORDER =
      Comparator.comparing((Copy copy) -> copy.message().priority())
          .thenComparingLong(Copy::position);

  private final Broker broker;
  private final Showings showings;

  Receiving(Broker broker, Showings showings) {
    this.broker = broker;
    this.showings = showings;
  }

  /** The inbox that a call is about, with all marked that was to be. */
  BoxId.Inbox inbox(CallContext context, ObjectNode arguments) throws InterruptedException {
    AgentId self = Acting.as(context.caller(), arguments, broker.participants());
    broker.participants().requireAgent(self);
    BoxId.Inbox inbox = BoxId.inbox(self);
    showings.awaitMarks(inbox);
    return inbox;
  }

  /** As many from the beginning as fit into one answer; those that are whole are marked. */
  List<Copy> show(
      CallContext context, BoxId inbox, List<Copy> found, Showings.Who who, boolean mark)
      throws InterruptedException {
    List<Copy> copies = Preview.fitting(found, Preview::of);
    List<MessageId> marks =
        mark
            ? copies.stream().filter(Receiving::isShownWhole).map(Receiving::id).toList()
            : List.of();
    return showings.show(context, inbox, copies, who, marks);
  }

  static boolean isShownWhole(Copy copy) {
    return Preview.isWhole(Preview.of(copy));
  }

  private static MessageId id(Copy copy) {
    return copy.message().id();
  }

  /** The answer about these copies. */
  ObjectNode answer(BoxId inbox, List<Copy> copies, boolean mark, ShownCopies known)
      throws InterruptedException {
    ArrayNode messages = Json.array();
    int marked = 0;
    for (Copy copy : copies) {
      ObjectNode shown = Preview.of(copy);
      if (mark && Preview.isWhole(shown)) {
        marked += copy.state().hasReached(State.READ) ? 0 : 1;
        shown.put("read", true).put("status", State.READ.status());
      }
      ShownCopies.Entry before = known.get(id(copy));
      if (before != null && before.times() > 0) {
        shown.put("shownBefore", before.times());
      }
      messages.add(shown);
    }
    ObjectNode result = Json.object().put("success", true).put("count", copies.size());
    result.put("unreadCount", Waits.result(broker.stats(inbox)).unread() - marked);
    if (!copies.isEmpty()) {
      result.put("notice", MessageView.NOTICE);
    }
    result.set("messages", messages);
    return result;
  }
}
