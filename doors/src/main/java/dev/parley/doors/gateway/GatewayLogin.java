package dev.parley.doors.gateway;

import dev.parley.core.error.Refused;
import dev.parley.identity.Principal;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Decides who a client is by what it says in CONNECT. Any thread; never blocks. */
public interface GatewayLogin {

  /** What became of it. */
  sealed interface Outcome {

    record Accepted(Principal who) implements Outcome {}

    /**
     * The credentials are no good, and the client must not come again with them.
     *
     * @param reason for people; begins with {@code 401}
     */
    record Denied(String reason) implements Outcome {}

    /** Nothing is wrong with the client: it may come again. */
    record NotNow(String reason) implements Outcome {
      static Outcome because(Throwable failure) {
        return new NotNow(Refused.of(failure).code().wireName());
      }
    }
  }

  /**
   * @param bot whom the client says to be; null for the one whose token it is
   * @param token null when there is none
   * @param address where it comes from, without the port
   */
  CompletableFuture<Outcome> login(@Nullable UUID bot, @Nullable String token, String address);
}
