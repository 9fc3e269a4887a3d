package dev.parley.doors.gateway;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.error.GatewayClose;
import dev.parley.doors.ws.Connection;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameType;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Payload;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What one guest asks for, one after the other. Event loop only. */
final class Requests {
  private final Guest guest;
  private final Connection connection;
  private final GatewayDialects shared;
  private final Joins joins;
  private final Sends sends;
  private boolean spoken;

  Requests(Guest guest, GatewayDialects shared) {
    this.guest = guest;
    this.connection = guest.connection();
    this.shared = shared;
    this.joins = new Joins(guest, this);
    this.sends = new Sends(guest, this, shared);
  }

  /** Something came that says nothing; that somebody is there it says. */
  void onDropped() {
    if (!spoken) {
      spoken = true;
      guest.release();
    }
  }

  void handle(Frame frame, int length) {
    if (guest.hasEnded()) {
      connection.onAnswered(length);
      return;
    }
    onDropped();
    try {
      guest.services().identity().authority().limits().onRequest(guest.visit().who(), length);
    } catch (Refused tooFast) {
      drop(length);
      guest.send(Replies.slowDown());
      if (frame.type() == FrameType.SEND_MESSAGE) {
        guest.receipt(frame.messageId(), ErrorCode.RATE_LIMITED.wireName());
      }
      return;
    }
    switch (frame.type()) {
      case JOIN_CONVERSATION -> withPayload(frame, length, joins::handle);
      case SEND_MESSAGE ->
          withPayload(frame, length, (payload, bytes) -> sends.handle(frame, payload, bytes));
      case LEAVE_CONVERSATION -> withPayload(frame, length, this::leave);
      case ACK -> withPayload(frame, length, this::ack);
      case CLOSE -> {
        connection.onAnswered(length);
        connection.close(GatewayClose.NORMAL.code(), "goodbye");
      }
      case CONNECT, PRESENCE, TYPING -> connection.onAnswered(length);
      case AUTH_OK, AUTH_FAIL, MESSAGE_DELIVERY, SLOW_DOWN, REPLAY -> drop(length);
    }
  }

  private void withPayload(Frame frame, int length, BiConsumer<Payload, Integer> action) {
    Payload payload = Payload.read(frame.payload());
    if (payload == null) {
      drop(length);
    } else {
      action.accept(payload, length);
    }
  }

  /** The frame says nothing. */
  void drop(int length) {
    shared.counts().framesDropped.increment();
    connection.onAnswered(length);
  }

  private void leave(Payload payload, int length) {
    UUID conversation = payload.uuid(Key.CONVERSATION_ID);
    if (conversation != null) {
      guest.leave(conversation);
    }
    connection.onAnswered(length);
  }

  private void ack(Payload payload, int length) {
    UUID conversation = payload.uuid(Key.CONVERSATION_ID);
    long seq = payload.number(Key.ACKED_SEQ);
    if (conversation == null
        || seq == 0
        || !guest.services().conversations().isParticipant(conversation, guest.self())) {
      drop(length);
      return;
    }
    connection.onAnswered(length);
    var _ = guest.services().cursors().ack(guest.self(), conversation, seq);
  }

  /**
   * Takes nothing further from this client until something is there, so that what it asks for is
   * done and answered in its order.
   *
   * @param then on the event loop, unless the guest has left; the failure or the value is null
   */
  <T> void await(CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> then) {
    if (future.isDone()) {
      onDone(future, then);
      return;
    }
    connection.hold(true);
    var _ =
        future.whenComplete(
            (_, _) ->
                connection
                    .eventLoop()
                    .execute(
                        () -> {
                          onDone(future, then);
                          connection.hold(false);
                        }));
  }

  private <T> void onDone(
      CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> then) {
    if (!guest.hasEnded()) {
      var _ = future.whenComplete(then);
    }
  }
}
