package dev.parley.doors.mcp;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A legacy call that no thread waits for while the hub works on it. It ends once: with its result,
 * with a failure, or, when it is cancelled, with no answer. On the event loop, except {@link
 * #cancel}.
 */
final class AsyncCall {
  private enum State {
    UNDER_WAY,
    ENDED
  }

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int NO_TIMER = -1;

  private final LegacySession session;
  private final LegacyExchange exchange;
  private final CallSlots slots;
  private final Reply reply;
  private State state = State.UNDER_WAY;
  private long deadline = NO_TIMER;

  AsyncCall(LegacySession session, LegacyExchange exchange, CallSlots slots, Reply reply) {
    this.session = session;
    this.exchange = exchange;
    this.slots = slots;
    this.reply = reply;
  }

  /**
   * @param work completes on the event loop
   */
  void begin(Supplier<CompletableFuture<ObjectNode>> work) {
    try {
      slots.take(session.caller().self());
    } catch (Refused e) {
      answer(null, e);
      return;
    }
    JsonNode id = exchange.request().id();
    if (!session.begin(id, this::cancel)) {
      slots.release(session.caller().self());
      answer(null, RpcError.invalidRequest("the id " + id + " is in use"));
      return;
    }
    CompletableFuture<ObjectNode> result;
    try {
      result = work.get();
    } catch (RuntimeException e) {
      result = CompletableFuture.failedFuture(e);
    }
    if (!result.isDone()) {
      deadline = reply.context().owner().setTimer(PATIENCE.toMillis(), _ -> end(null, late()));
    }
    var _ = result.whenComplete(this::end);
  }

  /** Any thread. What the hub has taken stays taken; only nobody is told any more. */
  private void cancel() {
    reply.runOnLoop(
        () -> {
          if (finish()) {
            exchange.outlet().abandon();
            exchange.unanswered();
          }
        });
  }

  private void end(@Nullable ObjectNode result, @Nullable Throwable failure) {
    if (finish()) {
      answer(result, failure);
    }
  }

  /** False when it has ended before. */
  private boolean finish() {
    if (state == State.ENDED) {
      return false;
    }
    state = State.ENDED;
    if (deadline != NO_TIMER) {
      reply.context().owner().cancelTimer(deadline);
    }
    session.finish(exchange.request().id());
    slots.release(session.caller().self());
    return true;
  }

  private void answer(@Nullable ObjectNode result, @Nullable Throwable failure) {
    RpcMessage.Request request = exchange.request();
    exchange.answered(
        exchange
            .outlet()
            .answer(
                result != null
                    ? RpcMessage.result(request.id(), result)
                    : LegacyServer.error(
                        request.id(), Failures.of(Methods.unwrapped(failure), request.method())),
                200));
  }

  private static Refused late() {
    return new Refused(ErrorCode.TIMEOUT, "the hub is too busy; try again later");
  }
}
