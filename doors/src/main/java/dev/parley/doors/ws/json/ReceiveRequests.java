package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.history.Lookups;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Participants;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Fetching what came: {@code msg.receive}, {@code msg.history}, {@code msg.read}, {@code
 * msg.clear}, {@code msg.outbox}.
 */
final class ReceiveRequests {
  private static final long RECEIVE_LIMIT_DEFAULT = 100;
  private static final long RECEIVE_LIMIT_MAX = 1_000;

  private final Broker broker;
  private final Participants participants;

  ReceiveRequests(Broker broker) {
    this.broker = broker;
    this.participants = broker.participants();
  }

  void register(Requests requests) {
    requests.add("msg.receive", Access.SELF, call -> receive(call, agentInbox(call)));
    requests.add("msg.session.receive", Access.SELF, call -> receive(call, sessionInbox(call)));
    requests.add("msg.history", Access.READER, call -> history(call, agentInbox(call)));
    requests.add("msg.session.history", Access.READER, call -> history(call, sessionInbox(call)));
    requests.add("msg.outbox", Access.READER, this::outbox);
    requests.add("msg.read", Access.SELF, this::read);
    requests.add("msg.clear", Access.SELF, this::clear);
  }

  private BoxId agentInbox(Call call) {
    return existing(participants, BoxId.inbox(call.subject()));
  }

  private BoxId sessionInbox(Call call) {
    return existing(participants, BoxId.inbox(call.session()));
  }

  /**
   * An inbox that somebody has, so that a slip of the pen is told instead of answered with nothing.
   */
  static BoxId existing(Participants participants, BoxId.Inbox inbox) {
    switch (inbox) {
      case BoxId.AgentInbox(AgentId agent) -> participants.requireAgent(agent);
      case BoxId.SessionInbox(SessionKey session) -> participants.requireSession(session);
    }
    return inbox;
  }

  private void receive(Call call, BoxId inbox) {
    int limit =
        (int) call.request().number(Field.LIMIT, RECEIVE_LIMIT_DEFAULT, 1, RECEIVE_LIMIT_MAX);
    CompletableFuture<List<Copy>> copies =
        call.request().flag(Field.PEEK, false)
            ? broker.peek(inbox, limit)
            : broker.receive(inbox, limit);
    call.answerWith(copies, new Received(call, limit));
  }

  /** The owner is shown all that was ever sent under the name. */
  private void outbox(Call call) {
    if (call.principal().isOwner()) {
      history(call, BoxId.outbox(call.subject().value()));
    } else {
      call.answerWith(
          broker.lookups().sentBy(call.subject(), query(call.request())), new Page(call));
    }
  }

  private void history(Call call, BoxId box) {
    call.answerWith(broker.lookups().history(box, query(call.request())), new Page(call));
  }

  /** The options of a look back. */
  static HistoryQuery query(Request request) {
    return new HistoryQuery(
        (int) request.number(Field.LIMIT, HistoryQuery.LIMIT_DEFAULT, 1, HistoryQuery.LIMIT_MAX),
        request.number(Field.BEFORE, Long.MAX_VALUE, 0, Long.MAX_VALUE),
        request.number(Field.AFTER, -1, -1, Long.MAX_VALUE),
        request.has(Field.AFTER),
        request.number(Field.FROM_TIME, 0, 0, Long.MAX_VALUE),
        request.number(Field.TO_TIME, Long.MAX_VALUE, 0, Long.MAX_VALUE),
        request.text(Field.WITH_FROM),
        request.text(Field.WITH_TYPE),
        request.text(Field.WITH_CONVERSATION));
  }

  private void read(Call call) {
    require(call.request(), Field.IDS);
    BoxId inbox = existing(participants, call.inbox());
    call.answerWith(
        broker.markRead(inbox, call.request().messageIds(Field.IDS)),
        (out, count) -> out.ascii(",\"read\":").number(count));
  }

  private void clear(Call call) {
    BoxId inbox = existing(participants, call.inbox());
    call.answerWith(broker.clear(inbox), (out, count) -> out.ascii(",\"cleared\":").number(count));
  }

  static void require(Request request, Field field) {
    if (!request.has(field)) {
      throw Request.missing(field);
    }
  }

  /** Whose inbox an answer is about. */
  static final class Whose {
    private final AgentId agent;
    private final @org.jspecify.annotations.Nullable String session;

    Whose(Call call) {
      this.agent = call.subject();
      this.session = call.request().text(Field.SESSION_ID);
    }

    void write(JsonBuffer out) {
      out.ascii(",\"agentId\":").string(agent.value());
      if (session != null) {
        out.ascii(",\"sessionId\":").string(session);
      }
    }
  }

  private static final class Received implements Shape<List<Copy>> {
    private final Whose whose;
    private final int limit;

    Received(Call call, int limit) {
      this.whose = new Whose(call);
      this.limit = limit;
    }

    @Override
    public int reserved() {
      return Shapes.MESSAGES_RESERVED;
    }

    @Override
    public int weight(List<Copy> copies) {
      return Shapes.weight(copies);
    }

    @Override
    public void write(JsonBuffer out, List<Copy> copies) {
      whose.write(out);
      Shapes.copies(out, copies);
      // A full answer may have left something behind; a further call tells.
      boolean full = copies.size() >= limit || Shapes.weight(copies) >= Lookups.READ_BYTES_MAX;
      out.ascii(",\"more\":").bool(full);
    }
  }

  static final class Page implements Shape<HistoryPage> {
    private final Whose whose;

    Page(Call call) {
      this.whose = new Whose(call);
    }

    @Override
    public int reserved() {
      return Shapes.MESSAGES_RESERVED;
    }

    @Override
    public int weight(HistoryPage page) {
      return Shapes.weight(page.copies());
    }

    @Override
    public void write(JsonBuffer out, HistoryPage page) {
      whose.write(out);
      Shapes.page(out, page);
    }
  }
}
