package dev.parley.doors.ws.json;

import dev.parley.core.broker.Broker;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Being told what comes: {@code msg.listen}, {@code msg.unlisten}, {@code msg.ack}. */
final class ListenRequests {
  private static final Shape<Integer> ACKED =
      (out, count) -> out.ascii(",\"acked\":").number(count);

  private final Broker broker;
  private final DoorConfig.Pushing defaults;

  ListenRequests(Broker broker, DoorConfig.Pushing defaults) {
    this.broker = broker;
    this.defaults = defaults;
  }

  void register(Requests requests) {
    requests.add("msg.listen", Access.SELF, call -> listen(call, BoxId.inbox(call.subject())));
    requests.add(
        "msg.session.listen", Access.SELF, call -> listen(call, BoxId.inbox(call.session())));
    requests.add("msg.unlisten", Access.SELF, this::unlisten);
    requests.add("msg.ack", Access.SELF, this::ack);
  }

  private void listen(Call call, BoxId.Inbox inbox) {
    ReceiveRequests.existing(broker.participants(), inbox);
    ListenOptions options = options(call.request());
    InboxListener listener =
        call.dialect().listeners().replace(inbox, options.ack() == AckMode.MANUAL);
    Answer<Listening> answer =
        call.answer(
            (out, listening) -> {
              out.ascii(",").raw(listener.whose());
              out.ascii(",\"ack\":\"").ascii(options.ack().name().toLowerCase(Locale.ROOT));
              out.ascii("\",\"cursor\":").number(listening.cursor());
            });
    var _ =
        broker
            .listen(inbox, options, listener)
            .whenComplete(
                (listening, failure) -> {
                  if (listening != null) {
                    listener.open(listening, () -> answer.accept(listening, null));
                  } else {
                    listener.close();
                    answer.accept(null, failure);
                  }
                });
  }

  private ListenOptions options(Request request) {
    AckMode ack =
        switch (request.text(Field.ACK, "none")) {
          case "none" -> AckMode.NONE;
          case "auto" -> AckMode.AUTO;
          case "manual" -> AckMode.MANUAL;
          default -> throw Request.wrong(Field.ACK, "one of none, auto, manual");
        };
    return new ListenOptions(
        ack,
        start(request, ack),
        (int) request.number(Field.WINDOW, defaults.window(), 1, Integer.MAX_VALUE),
        Duration.ofMillis(
            request.number(
                Field.ACK_TIMEOUT_MS, defaults.ackTimeout().toMillis(), 1, Integer.MAX_VALUE)),
        (int) request.number(Field.MAX_ATTEMPTS, defaults.maxAttempts(), 1, Integer.MAX_VALUE));
  }

  private static long start(Request request, AckMode ack) {
    if (request.isNumber(Field.FROM)) {
      return request.number(Field.FROM, 0, 0, Long.MAX_VALUE);
    }
    return switch (request.text(Field.FROM, ack == AckMode.NONE ? "now" : "pending")) {
      case "now" -> ListenOptions.NOW;
      case "pending" -> ListenOptions.PENDING;
      default -> throw Request.wrong(Field.FROM, "\"pending\", \"now\" or a cursor");
    };
  }

  private void unlisten(Call call) {
    boolean listened = call.dialect().listeners().end(call.inbox());
    // Answered after a round through the committer, which pushes: nothing is pushed after the
    // answer.
    call.answerWith(
        broker.ack(call.inbox(), List.of()).thenApply(_ -> listened),
        (out, was) -> out.ascii(",\"listened\":").bool(was));
  }

  private void ack(Call call) {
    Request request = call.request();
    BoxId inbox = call.inbox();
    InboxListener listener = call.dialect().listeners().find(inbox);
    Listening listening = listener == null ? null : listener.listening();
    call.answerWith(outcome(request, inbox, listening), ACKED);
  }

  private CompletableFuture<Integer> outcome(
      Request request, BoxId inbox, @Nullable Listening listening) {
    if (request.has(Field.IDS)) {
      List<MessageId> ids = request.messageIds(Field.IDS);
      return listening == null ? broker.ack(inbox, ids) : listening.ack(ids);
    }
    long[] cursors = request.numbers(Field.CURSORS);
    if (cursors == null && !request.has(Field.UP_TO)) {
      throw Request.missing(Field.IDS);
    }
    if (listening == null) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "cursors acknowledge what is in flight here, and this connection does not listen to '"
              + inbox.name()
              + "'");
    }
    return cursors != null
        ? listening.ackCursors(cursors)
        : listening.ackUpTo(request.number(Field.UP_TO, -1));
  }
}
