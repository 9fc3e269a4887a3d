package dev.parley.doors.ws.json;

import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.PendingReply;
import dev.parley.core.sending.Receipt;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Drafts;
import dev.parley.doors.json.Field;
import java.time.Duration;

/**
 * Saying something: {@code msg.send}, {@code msg.route}, {@code msg.broadcast}, {@code msg.reply},
 * {@code msg.request}.
 */
final class SendRequests {
  private static final Path EVERY_AGENT = Path.parse("agent/**");
  private static final long TIMEOUT_MILLIS_DEFAULT = 30_000;
  private static final long TIMEOUT_MILLIS_MAX = 600_000;
  private static final Shape<Receipt> WITH_MESSAGE = new ReceiptShape(true);
  private static final Shape<Receipt> WITHOUT_MESSAGE = new ReceiptShape(false);

  private final Broker broker;

  SendRequests(Broker broker) {
    this.broker = broker;
  }

  void register(Requests requests) {
    requests.add("msg.send", Access.SENDER, call -> route(call, Drafts.recipients(call.request())));
    requests.add(
        "msg.route", Access.SENDER, call -> route(call, call.address(Field.PATH, Path::parse)));
    requests.add("msg.broadcast", Access.SENDER, call -> route(call, EVERY_AGENT));
    requests.add("msg.reply", Access.SENDER, this::reply);
    requests.add("msg.request", Access.SENDER, this::request);
  }

  private void route(Call call, Path path) {
    Draft draft = Drafts.draft(call.request(), call.subject()).to(path).build();
    call.answerWith(broker.route(draft, call.sender()), receipt(call));
  }

  private void reply(Call call) {
    MessageId original = call.request().requireMessageId(Field.REPLY_TO);
    call.answerWith(
        broker.reply(Drafts.draft(call.request(), call.subject()), original, call.sender()),
        receipt(call));
  }

  private void request(Call call) {
    Path path =
        call.request().has(Field.TO)
            ? Drafts.recipients(call.request())
            : call.address(Field.PATH, Path::parse);
    long timeout =
        call.request().number(Field.TIMEOUT_MS, TIMEOUT_MILLIS_DEFAULT, 1, TIMEOUT_MILLIS_MAX);
    Draft draft = Drafts.draft(call.request(), call.subject()).to(path).build();
    PendingReply pending = broker.request(draft, call.sender(), Duration.ofMillis(timeout));
    call.dialect().waitsFor(pending);
    var _ =
        pending.reply().whenComplete(call.answer(new ReplyShape(pending.id())).about(pending.id()));
  }

  private static Shape<Receipt> receipt(Call call) {
    return call.request().flag(Field.ECHO, true) ? WITH_MESSAGE : WITHOUT_MESSAGE;
  }
}
