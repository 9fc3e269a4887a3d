package dev.parley.brains.model;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.core.time.Timekeeper;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks endpoints in the order in which they are preferred, each again for a while when it cannot
 * now. Any thread.
 */
final class Fallbacks {
  private static final Logger LOG = LoggerFactory.getLogger(Fallbacks.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration WAIT_MAX = Duration.ofSeconds(60);
  private static final int REASON_CHARS_MAX = 300;

  private final List<Route> routes;
  private final Timekeeper time;
  private final int retries;

  private record Route(Endpoint endpoint, StreamingChatModel model) {}

  /** How asking all of them ended. */
  sealed interface Result {
    record Answered(Endpoint by, ChatResponse response) implements Result {}

    /**
     * @param reason for people; no key is in it
     */
    record Failed(String reason) implements Result {}
  }

  Fallbacks(List<Endpoint> endpoints, ModelLimits limits, Timekeeper time) {
    java.net.http.HttpClient client = BlockingHttp.newClient();
    this.routes =
        endpoints.stream()
            .map(
                each ->
                    new Route(
                        each, Models.of(each, new BlockingHttp(client, time, limits.callTime()))))
            .toList();
    this.time = time;
    this.retries = limits.retries();
  }

  Result ask(ChatRequest request, Consumer<BrainEvent> events) throws InterruptedException {
    List<String> reasons = new ArrayList<>();
    for (Route route : routes) {
      for (int attempt = 0; ; attempt++) {
        switch (call(route, request, events, attempt)) {
          case ModelCall.Result.Answered(ChatResponse response) -> {
            return new Result.Answered(route.endpoint, response);
          }
          case ModelCall.Result.Failed(Throwable why) -> {
            EndpointFailure refusal = refusal(why);
            String reason = reason(route.endpoint, refusal, why);
            LOG.warn("{}, attempt {}", reason, attempt + 1);
            if (attempt >= retries || (refusal != null && !refusal.isPassing())) {
              reasons.add(reason);
              break;
            }
            pause(wait(attempt, refusal));
            continue;
          }
        }
        break;
      }
    }
    return new Result.Failed(String.join("; ", reasons));
  }

  private static ModelCall.Result call(
      Route route, ChatRequest request, Consumer<BrainEvent> events, int attempt)
      throws InterruptedException {
    Span span =
        Current.span()
            .child(Span.Kind.CLIENT, "model")
            .with("gen_ai.request.model", route.endpoint.model())
            .with("parley.attempt", attempt + 1);
    try {
      ModelCall.Result result =
          Current.in(span, () -> ModelCall.make(route.model, request, events));
      if (result instanceof ModelCall.Result.Failed) {
        Span _ = span.failed("failed");
      }
      return result;
    } finally {
      span.end();
    }
  }

  private static @Nullable EndpointFailure refusal(Throwable why) {
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof EndpointFailure failure) {
        return failure;
      }
    }
    return null;
  }

  private static String reason(
      Endpoint endpoint, @Nullable EndpointFailure refusal, Throwable why) {
    String said = refusal == null ? innermost(why) : String.valueOf(refusal.getMessage());
    String plain = endpoint.key().hiddenIn(said).replaceAll("\\s+", " ").strip();
    String cut =
        plain.length() <= REASON_CHARS_MAX ? plain : plain.substring(0, REASON_CHARS_MAX) + "…";
    return refusal == null
        ? endpoint.name() + " failed: " + cut
        : endpoint.name() + " answered " + refusal.statusCode() + ": " + cut;
  }

  private static String innermost(Throwable why) {
    Throwable cause = why;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  static Duration wait(int attempt, @Nullable EndpointFailure refusal) {
    Duration wanted = refusal == null ? null : refusal.retryAfter();
    Duration wait = wanted == null ? FIRST_WAIT.multipliedBy(1L << Math.min(attempt, 6)) : wanted;
    return wait.isNegative() ? Duration.ZERO : wait.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : wait;
  }

  private void pause(Duration delay) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Timekeeper.Alarm alarm = time.after(delay, over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }
}
