package dev.parley.doors.rest;

import dev.parley.core.message.JsonBuffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a handler answers. The JSON is written on the event loop of the request, because futures
 * complete on the committer thread, which has better things to do.
 *
 * @param json writes the body, or null when there is none
 * @param headers sets further headers
 */
record Reply(
    int status, @Nullable Consumer<JsonBuffer> json, Consumer<HttpServerResponse> headers) {

  static Reply ok(Consumer<JsonBuffer> json) {
    return new Reply(200, json, _ -> {});
  }

  static Reply created(Consumer<JsonBuffer> json) {
    return new Reply(201, json, _ -> {});
  }

  static Reply nothing() {
    return new Reply(204, null, _ -> {});
  }

  Reply with(Consumer<HttpServerResponse> more) {
    return new Reply(status, json, headers.andThen(more));
  }

  CompletableFuture<Reply> now() {
    return CompletableFuture.completedFuture(this);
  }

  /** What work that may block comes to, on a thread of its own. However it ends, somebody hears. */
  static CompletableFuture<Reply> blocking(Callable<Reply> work) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    var _ =
        Thread.startVirtualThread(
            () -> {
              try {
                reply.complete(work.call());
              } catch (Exception | Error e) {
                reply.completeExceptionally(e);
              }
            });
    return reply;
  }
}
