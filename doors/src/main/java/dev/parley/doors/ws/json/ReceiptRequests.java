package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.Lookups;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.State;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.authority.MessageAccess;
import java.time.Duration;

/**
 * What became of a message: {@code msg.status}, {@code msg.await}, {@code msg.thread}, {@code
 * msg.tally}.
 */
final class ReceiptRequests {
  private static final long TIMEOUT_MILLIS_DEFAULT = 30_000;
  private static final long TIMEOUT_MILLIS_MAX = 600_000;
  private static final int THREAD_LIMIT_DEFAULT = 50;
  private static final int THREAD_LIMIT_MAX = 1_000;

  private static final Shape<DeliveryStatus> STATUS =
      new Shape<>() {
        @Override
        public int weight(DeliveryStatus status) {
          return 128 + 96 * status.recipients().size();
        }

        @Override
        public void write(JsonBuffer out, DeliveryStatus status) {
          Shapes.status(out, status);
        }
      };

  private static final Shape<HistoryPage> THREAD =
      new Shape<>() {
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
          Shapes.copies(out, page.copies());
          if (page.after() >= 0) {
            out.ascii(",\"after\":").number(page.after());
          }
          out.ascii(",\"more\":").bool(page.more());
        }
      };

  private final Broker broker;

  ReceiptRequests(Broker broker) {
    this.broker = broker;
  }

  void register(Requests requests) {
    requests.add("msg.status", Access.ANYONE, this::status);
    requests.add("msg.await", Access.ANYONE, this::await);
    requests.add("msg.thread", Access.ANYONE, this::thread);
    requests.add("msg.tally", Access.ANYONE, this::tally);
  }

  private void status(Call call) {
    MessageId id = call.request().requireMessageId(Field.MESSAGE_ID);
    call.answerWith(
        MessageAccess.toReceipts(broker, call.principal(), id)
            .thenCompose(broker.lookups()::status),
        STATUS);
  }

  private void await(Call call) {
    Request request = call.request();
    MessageId id = request.requireMessageId(Field.MESSAGE_ID);
    State rung = State.named(request.text(Field.STATE, State.DELIVERED.wireName()));
    if (rung == null) {
      throw Request.wrong(Field.STATE, "one of " + String.join(", ", State.names()));
    }
    boolean any = request.flag(Field.ANY, false);
    Duration timeout =
        Duration.ofMillis(
            request.number(Field.TIMEOUT_MS, TIMEOUT_MILLIS_DEFAULT, 1, TIMEOUT_MILLIS_MAX));
    var _ =
        MessageAccess.toReceipts(broker, call.principal(), id)
            .thenCompose(_ -> broker.await(id, rung, any, timeout))
            .whenComplete(call.answer(STATUS).about(id));
  }

  private void thread(Call call) {
    Request request = call.request();
    int limit = (int) request.number(Field.LIMIT, THREAD_LIMIT_DEFAULT, 1, THREAD_LIMIT_MAX);
    long after = request.number(Field.AFTER, -1, -1, Long.MAX_VALUE);
    AgentId reader = call.principal().scope();
    Lookups lookups = broker.lookups();
    call.answerWith(
        request.has(Field.CONVERSATION_ID)
            ? lookups.thread(request.requireText(Field.CONVERSATION_ID), limit, after, reader)
            : lookups.thread(request.requireMessageId(Field.MESSAGE_ID), limit, after, reader),
        THREAD);
  }

  private void tally(Call call) {
    MessageId id = call.request().requireMessageId(Field.MESSAGE_ID);
    call.answerWith(
        MessageAccess.toMessage(broker, call.principal(), id).thenCompose(broker::tally),
        (out, tally) -> {
          out.ascii(",\"proposal\":");
          tally.writeTo(out);
        });
  }
}
