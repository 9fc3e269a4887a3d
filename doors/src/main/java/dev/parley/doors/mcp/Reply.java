package dev.parley.doors.mcp;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.error.ErrorTable;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.sse.EventOutput;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to one HTTP request: a JSON document, or a stream of events. Any thread may write; the
 * event loop of the connection does.
 */
final class Reply {
  /** What may wait for a reader of events before it is cut off. */
  private static final int WAITING_BYTES_MAX = 4 << 20;

  private final HttpServerResponse response;
  private final Context context;
  private volatile @Nullable EventOutput events;
  private final @Nullable String signpost;

  // Event loop only.
  private @Nullable Runnable whenGone;

  private Reply(HttpServerResponse response, Context context, @Nullable String signpost) {
    this.response = response;
    this.context = context;
    this.signpost = signpost;
  }

  /**
   * On the event loop, before anything else is done with the request.
   *
   * @param signpost where somebody without a token reads how to get one, or null
   */
  static Reply to(HttpServerRequest request, @Nullable String signpost) {
    return new Reply(request.response(), Objects.requireNonNull(Vertx.currentContext()), signpost);
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
          if (events == null) {
            response.closeHandler(_ -> gone());
          }
          if (response.closed()) {
            gone();
          }
        });
  }

  private void gone() {
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

  /** Completes with whether it was written to a client that was there. */
  CompletableFuture<Boolean> json(int status, ObjectNode body) {
    Buffer bytes = Buffer.buffer(Json.bytes(body));
    CompletableFuture<Boolean> written = new CompletableFuture<>();
    runOnLoop(
        () -> {
          if (response.ended() || response.closed()) {
            written.complete(false);
            return;
          }
          response.setStatusCode(status).putHeader("Content-Type", "application/json");
          response.putHeader("X-Content-Type-Options", "nosniff");
          response.end(bytes).onComplete(outcome -> written.complete(outcome.succeeded()));
        });
    return written;
  }

  /** Is nobody there any more? Any thread. */
  boolean isGone() {
    EventOutput open = events;
    return response.closed() || (open != null && open.isOver());
  }

  void empty(int status) {
    onLoop(() -> ignored(response.setStatusCode(status).end()));
  }

  void refuse(Refused why) {
    if (why.code() == ErrorCode.NOT_AUTHENTICATED || why.code() == ErrorCode.UNAUTHORIZED) {
      header("WWW-Authenticate", challenge(why.code() == ErrorCode.UNAUTHORIZED));
    }
    if (why.retryAfter() != null) {
      header("Retry-After", Problem.seconds(why.retryAfter()));
    }
    refuse(ErrorTable.of(why.code()).httpStatus(), RpcError.of(why));
  }

  private String challenge(boolean wrong) {
    List<String> parts = new ArrayList<>();
    if (wrong) {
      parts.add("error=\"invalid_token\"");
    }
    if (signpost != null) {
      parts.add("resource_metadata=\"" + signpost + "\"");
      parts.add("scope=\"mcp\"");
    }
    return parts.isEmpty() ? "Bearer" : "Bearer " + String.join(", ", parts);
  }

  void refuse(int status, String why) {
    refuse(status, RpcError.invalidRequest(why));
  }

  void refuse(int status, RpcError why) {
    refuse(status, Generation.LEGACY.error(null, why));
  }

  void refuse(int status, ObjectNode body) {
    var _ = json(status, body);
  }

  // ---- events

  void openEvents(Duration keepAlive) {
    events = EventOutput.open(response, context, keepAlive, WAITING_BYTES_MAX, this::gone);
  }

  /**
   * Completes with whether it was written to a client that was there.
   *
   * @param head lines before the data, each with its end, such as {@code "id: 1\n"}
   */
  CompletableFuture<Boolean> event(String head, String data) {
    EventOutput open = events;
    return open != null ? open.event(head, data) : CompletableFuture.completedFuture(false);
  }

  /** An event that nobody is asked about: who has not got it has gone. */
  void tell(String head, String data) {
    var _ = event(head, data);
  }

  void end() {
    EventOutput open = events;
    if (open != null) {
      open.end();
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
