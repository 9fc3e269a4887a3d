package dev.parley.brains.model;

import dev.langchain4j.exception.HttpException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An endpoint has answered that it will not. */
final class EndpointFailure extends HttpException {
  private final transient @Nullable Duration retryAfter;

  EndpointFailure(int status, String body, @Nullable Duration retryAfter) {
    super(status, body);
    this.retryAfter = retryAfter;
  }

  @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** May the same be asked again? What is wrong with the question or the key stays wrong. */
  boolean isPassing() {
    return statusCode() == 408 || statusCode() == 429 || statusCode() >= 500;
  }
}
