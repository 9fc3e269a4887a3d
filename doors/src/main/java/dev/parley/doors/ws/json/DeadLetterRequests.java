package dev.parley.doors.ws.json;

import dev.parley.core.broker.Broker;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;

/** What reached nobody: {@code msg.unmatched} and its kin. */
final class DeadLetterRequests {
  private static final Shape<HistoryPage> PAGE =
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
          Shapes.page(out, page);
        }
      };

  private final Broker broker;

  DeadLetterRequests(Broker broker) {
    this.broker = broker;
  }

  void register(Requests requests) {
    requests.add(
        "msg.unmatched",
        Access.OWNER,
        call ->
            call.answerWith(
                broker.lookups().deadLetters(ReceiveRequests.query(call.request())), PAGE));
    requests.add("msg.unmatched.clear", Access.OWNER, this::clear);
    requests.add("msg.unmatched.replay", Access.OWNER, this::replay);
  }

  private void clear(Call call) {
    call.answerWith(
        broker.clearDeadLetters(),
        (out, count) -> out.ascii(",\"cleared\":true,\"count\":").number(count));
  }

  private void replay(Call call) {
    call.answerWith(
        broker.replayDeadLetters(call.request().messageIds(Field.IDS)),
        (out, result) -> {
          out.ascii(",\"replayed\":").number(result.replayed());
          out.ascii(",\"delivered\":").number(result.delivered());
          out.ascii(",\"unmatched\":").number(result.unmatched());
        });
  }
}
