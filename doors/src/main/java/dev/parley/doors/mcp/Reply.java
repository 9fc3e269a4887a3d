package dev.parley.doors.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.mcp.rpc.ErrorKind;
import dev.parley.doors.mcp.rpc.Generation;
import dev.parley.doors.mcp.rpc.Json;
import dev.parley.doors.mcp.rpc.RpcError;
import dev.parley.doors.mcp.rpc.RpcMessage;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to one HTTP request: a JSON document, or a stream of events. Any thread may write; the
 * event loop of the connection does.
 */
final class Reply {
  /** What may wait for a reader of events before it is cut off. */
  private static final int WAITING_BYTES_MAX = 4 << 20;

  private static final byte[] KEEP_ALIVE = ": \n\n".getBytes(UTF_8);

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Context context;
  private final AtomicInteger waitingBytes = new AtomicInteger();
  private long keepAliveTimer = -1;
  private @Nullable Runnable whenGone;

  private Reply(HttpServerRequest request, Context context) {
    this.request = request;
    this.response = request.response();
    this.context = context;
  }

  /** On the event loop, before anything else is done with the request. */
  static Reply to(HttpServerRequest request) {
    return new Reply(request, Objects.requireNonNull(Vertx.currentContext()));
  }

  Context context() {
    return context;
  }

  /** Runs things on the event loop of the connection: at once, when called there. */
  void runOnLoop(Runnable task) {
    if (context.equals(Vertx.currentContext())) {
      task.run();
    } else {
      onLoop(task);
    }
  }

  /**
   * Called once, on the event loop, when nothing can be written any more: the other side has gone,
   * or a stream of events was ended.
   */
  void onGone(Runnable then) {
    onLoop(
        () -> {
          whenGone = then;
          response.closeHandler(_ -> gone());
          if (response.closed()) {
            gone();
          }
        });
  }

  private void gone() {
    stopKeepAlive();
    Runnable then = whenGone;
    whenGone = null;
    if (then != null) {
      then.run();
    }
  }

  /** Only before the answer begins, and only from one thread. */
  Reply header(String name, String value) {
    response.putHeader(name, value);
    return this;
  }

  void json(int status, ObjectNode body) {
    Buffer bytes = Buffer.buffer(Json.bytes(body));
    runOnLoop(
        () -> {
          response.setStatusCode(status).putHeader("Content-Type", "application/json");
          response.putHeader("X-Content-Type-Options", "nosniff");
          ignored(response.end(bytes));
        });
  }

  void empty(int status) {
    onLoop(() -> ignored(response.setStatusCode(status).end()));
  }

  void refuse(Refused why) {
    if (why.code() == ErrorCode.NOT_AUTHENTICATED || why.code() == ErrorCode.UNAUTHORIZED) {
      header(
          "WWW-Authenticate",
          why.code() == ErrorCode.UNAUTHORIZED ? "Bearer error=\"invalid_token\"" : "Bearer");
    }
    refuse(why.code().httpStatus(), String.valueOf(why.getMessage()));
  }

  void refuse(int status, String why) {
    var error = new RpcError(ErrorKind.INVALID_REQUEST, why);
    json(status, RpcMessage.error(null, error, Generation.LEGACY));
  }

  // ---- events

  void openEvents(Duration keepAlive) {
    onLoop(
        () -> {
          response.setStatusCode(200).setChunked(true);
          response.putHeader("Content-Type", "text/event-stream");
          response.putHeader("Cache-Control", "no-cache");
          response.putHeader("X-Accel-Buffering", "no");
          ignored(response.writeHead());
          keepAliveTimer =
              context.owner().setPeriodic(keepAlive.toMillis(), _ -> event(KEEP_ALIVE));
        });
  }

  /**
   * @param head lines before the data, each with its end, such as {@code "id: 1\n"}
   */
  void event(String head, String data) {
    event((head + "data: " + data + "\n\n").getBytes(UTF_8));
  }

  private void event(byte[] bytes) {
    int waiting = waitingBytes.addAndGet(bytes.length);
    onLoop(
        () -> {
          if (waiting > WAITING_BYTES_MAX) {
            ignored(request.connection().close());
            return;
          }
          writeNow(bytes);
        });
  }

  private void writeNow(byte[] bytes) {
    if (response.ended() || response.closed()) {
      stopKeepAlive();
      return;
    }
    response.write(Buffer.buffer(bytes)).onComplete(_ -> waitingBytes.addAndGet(-bytes.length));
  }

  void end() {
    onLoop(
        () -> {
          if (!response.ended() && !response.closed()) {
            ignored(response.end());
          }
          gone();
        });
  }

  private void stopKeepAlive() {
    if (keepAliveTimer >= 0) {
      context.owner().cancelTimer(keepAliveTimer);
      keepAliveTimer = -1;
    }
  }

  private void onLoop(Runnable task) {
    context.runOnContext(_ -> task.run());
  }

  /** What cannot be written any more is noticed by {@link #onGone}. */
  private static void ignored(Future<Void> outcome) {
    outcome.onFailure(_ -> {});
  }
}
