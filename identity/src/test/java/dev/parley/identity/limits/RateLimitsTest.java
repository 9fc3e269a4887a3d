package dev.parley.identity.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Sender;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.testkit.broker.Senders;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
  private static final Sender ADA = Senders.agent("ada");

  private long now = -5_000_000_000L;
  private final RateLimits limits = new RateLimits(new Rate(10, 3), new Rate(2, 1), () -> now);

  private void pass(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static Refused refusal(Runnable action) {
    Refused refused = catchThrowableOfType(Refused.class, action::run);
    assertThat(refused).isNotNull();
    assertThat(refused.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(refused.code().retryable()).isTrue();
    return refused;
  }

  private void message() {
    limits.onMessage(ADA);
  }

  @Test
  void aBurstPassesAndTheNextIsToldHowLongToWait() {
    message();
    message();
    message();

    assertThat(refusal(this::message).retryAfter()).hasMillis(100);
    pass(40);
    assertThat(refusal(this::message).retryAfter()).hasMillis(60);
    pass(60);
    message();
    assertThat(refusal(this::message).retryAfter()).hasMillis(100);
  }

  @Test
  void aPauseFillsTheBucketButNotBeyondTheBurst() {
    message();
    pass(60_000);
    message();
    message();
    message();

    assertThat(refusal(this::message).retryAfter()).hasMillis(100);
  }

  @Test
  void whatWasRefusedCostsNothing() {
    message();
    message();
    message();
    for (int i = 0; i < 100; i++) {
      refusal(this::message);
    }

    pass(100);
    assertThatCode(this::message).doesNotThrowAnyException();
  }

  @Test
  void eachAgentHasItsOwnAndTheOwnerNone() {
    for (int i = 0; i < 3; i++) {
      message();
    }

    limits.onMessage(Senders.agent("bob"));
    for (int i = 0; i < 100; i++) {
      limits.onMessage(Senders.ownerAs("ada"));
    }
    refusal(this::message);
  }

  @Test
  void requestsAreCountedByConnectionOrByAgent() {
    Principal ada = new AgentPrincipal(new AgentId("ada"));
    Bucket one = limits.connection(ada);
    Bucket other = limits.connection(ada);
    assertThat(one).isNotNull();
    assertThat(other).isNotNull();

    limits.onRequest(one);
    limits.onRequest(other);
    limits.onRequest(ada);

    assertThat(refusal(() -> limits.onRequest(one)).retryAfter()).hasMillis(500);
    assertThat(refusal(() -> limits.onRequest(ada)).retryAfter()).hasMillis(500);
    assertThat(limits.connection(new Principal.Owner())).isNull();
  }

  @Test
  void aRateOfZeroIsNoLimit() {
    RateLimits off = new RateLimits(new Rate(0, 1), new Rate(0, 1), () -> now);
    for (int i = 0; i < 1_000; i++) {
      off.onMessage(ADA);
      off.onRequest(new AgentPrincipal(new AgentId("ada")));
    }
    assertThat(off.connection(new AgentPrincipal(new AgentId("ada")))).isNull();
    assertThat(off.size()).isZero();
  }

  @Test
  void agentsThatHaveBeenQuietAreForgotten() {
    for (int i = 0; i < 100_000; i++) {
      limits.onMessage(Senders.agent("a" + i));
      pass(1);
    }

    assertThat(limits.size()).isLessThan(5_000);
  }
}
