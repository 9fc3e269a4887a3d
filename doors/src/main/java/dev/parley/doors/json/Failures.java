package dev.parley.doors.json;

import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.StoreException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What to tell about a failure. What nobody expected is logged here, once, and told without its
 * details.
 */
public final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  public static Refused refusalOf(@Nullable Throwable failure, String request) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return switch (cause) {
      case Refused refused -> refused;
      case InvalidAddress address -> new Refused(ErrorCode.BAD_REQUEST, textOf(address));
      case StoreException store ->
          new Refused(
              store.reason() == StoreException.Reason.FULL
                  ? ErrorCode.STORE_FULL
                  : ErrorCode.STORE_UNAVAILABLE,
              textOf(store));
      case null -> {
        LOG.error("{} came to nothing", request);
        yield unknown();
      }
      default -> {
        LOG.error("{} failed", request, cause);
        yield unknown();
      }
    };
  }

  public static Refused known(@Nullable Refused refusal) {
    return refusal == null ? unknown() : refusal;
  }

  private static Refused unknown() {
    return new Refused(ErrorCode.INTERNAL, "the hub failed inside; its log has the details");
  }

  public static String textOf(RuntimeException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
