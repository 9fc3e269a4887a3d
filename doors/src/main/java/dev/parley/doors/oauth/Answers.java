package dev.parley.doors.oauth;

import dev.parley.core.error.Refused;
import dev.parley.doors.error.ErrorTable;
import dev.parley.doors.http.Problem;
import dev.parley.doors.json.Failures;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.oauth.OAuthError;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** How this door answers. On event loops. */
final class Answers {
  private Answers() {}

  /** Hands over what came of it, or why nothing did, on the event loop that calls this. */
  static <T> void whenDone(
      CompletableFuture<T> outcome, BiConsumer<@Nullable T, @Nullable Throwable> then) {
    Context context =
        Objects.requireNonNull(Vertx.currentContext(), "requests come on event loops");
    var _ =
        outcome.whenComplete(
            (value, failure) -> context.runOnContext(_ -> then.accept(value, failure)));
  }

  static @Nullable OAuthError errorIn(@Nullable Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof OAuthError error ? error : null;
  }

  static void json(HttpServerResponse response, int status, ObjectNode body) {
    if (response.ended() || response.closed()) {
      return;
    }
    var _ =
        response
            .setStatusCode(status)
            .putHeader("Content-Type", "application/json")
            .putHeader("Cache-Control", "no-store")
            .putHeader("X-Content-Type-Options", "nosniff")
            .end(Buffer.buffer(Json.bytes(body)));
  }

  /** As RFC 6749 wants it; a refusal that OAuth has no word for is an error of the server. */
  static void refuse(HttpServerResponse response, @Nullable Throwable failure, String request) {
    OAuthError error = errorIn(failure);
    if (error != null) {
      json(response, error.kind().status(), body(error.kind().wireName(), error.why()));
      return;
    }
    Refused refused = Failures.refusalOf(failure, request);
    if (refused.retryAfter() != null && !response.headWritten()) {
      response.putHeader("Retry-After", Problem.seconds(refused.retryAfter()));
    }
    json(
        response,
        ErrorTable.of(refused.code()).httpStatus(),
        body(
            refused.code().retryable() ? "temporarily_unavailable" : "server_error",
            String.valueOf(refused.getMessage())));
  }

  private static ObjectNode body(String error, String why) {
    return Json.object().put("error", error).put("error_description", why);
  }
}
