package dev.parley.client;

import dev.parley.client.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request and what its answer becomes, to be done now or later. */
record Operation<T>(Link link, Request request, Duration within, Function<JsonObject, T> reading) {
  T now() {
    CompletableFuture<JsonObject> answer = link.call(request, within);
    try {
      return reading.apply(answer.get(within.toNanos(), TimeUnit.NANOSECONDS));
    } catch (ExecutionException e) {
      throw unanswered(e.getCause()).here();
    } catch (TimeoutException e) {
      ParleyException late = unanswered(e);
      answer.completeExceptionally(late);
      throw late;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      var interrupted =
          new ParleyException(
              ParleyException.CLOSED, "interrupted during '" + request.type() + "'");
      answer.completeExceptionally(interrupted);
      throw interrupted;
    }
  }

  CompletableFuture<T> later() {
    CompletableFuture<JsonObject> answer;
    try {
      answer = link.callSoon(request, within);
    } catch (ParleyException e) {
      return CompletableFuture.failedFuture(e);
    }
    var result = new CompletableFuture<T>();
    // Dependents of a future may call the client and wait; on the reader's thread they would wait
    // for themselves.
    var _ =
        answer.whenCompleteAsync(
            (frame, failure) -> settle(result, frame, failure), link.completions());
    return result;
  }

  private void settle(
      CompletableFuture<T> result, @Nullable JsonObject frame, @Nullable Throwable failure) {
    if (frame == null) {
      result.completeExceptionally(unanswered(failure));
      return;
    }
    try {
      result.complete(reading.apply(frame));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private ParleyException unanswered(@Nullable Throwable failure) {
    if (failure instanceof ParleyException known) {
      return known;
    }
    return new ParleyException(
        ParleyException.TIMEOUT,
        "no answer to '" + request.type() + "' within " + within.toMillis() + " ms");
  }
}
