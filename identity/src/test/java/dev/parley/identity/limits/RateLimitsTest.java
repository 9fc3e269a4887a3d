package dev.parley.identity.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.testkit.broker.Senders;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
  private static final Sender ADA = Senders.agent("ada");
  private static final Draft MAIL = Draft.from("ada").to(Path.parse("agent/bob")).build();

  private long now = -5_000_000_000L;
  private static final Principal AGENT_ADA = new AgentPrincipal(new AgentId("ada"));

  private final RateLimits limits =
      new RateLimits(
          Rates.UNLIMITED.withMessages(new Rate(10, 3)).withRequests(new Rate(2, 1)), () -> now);

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
    limits.onMessage(ADA, MAIL);
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

    limits.onMessage(Senders.agent("bob"), MAIL);
    for (int i = 0; i < 100; i++) {
      limits.onMessage(Senders.ownerAs("ada"), MAIL);
    }
    refusal(this::message);
  }

  @Test
  void requestsAreCountedByAgentOverAllItsConnections() {
    limits.onRequest(AGENT_ADA, 10);
    limits.onRequest(new AgentPrincipal(new AgentId("bob")), 10);
    limits.onRequest(new Principal.Owner(), 10);
    limits.onRequest(new Principal.Owner(), 10);

    assertThat(refusal(() -> limits.onRequest(AGENT_ADA, 10)).retryAfter()).hasMillis(500);
  }

  @Test
  void aMessageToManyCountsForWhatComesNext() {
    message();
    limits.onReach(ADA, 9);
    assertThatCode(this::message).doesNotThrowAnyException();

    limits.onReach(ADA, 100); // as ten messages of a tenth of a second each

    assertThat(refusal(this::message).retryAfter()).hasMillis(1_000);
  }

  @Test
  void largeRequestsAndAnswersAreLetInAndPaidForAfterwards() {
    var heavy = new RateLimits(Rates.UNLIMITED.withBytes(new Rate(1_000, 2_000)), () -> now);
    heavy.onRequest(AGENT_ADA, 5_000);
    heavy.onRequest(new Principal.Owner(), 5_000);
    assertThat(refusal(() -> heavy.onRequest(AGENT_ADA, 1)).retryAfter()).hasMillis(3_001);
    pass(4_000);
    heavy.onRequest(AGENT_ADA, 1);

    heavy.onAnswer(AGENT_ADA, 3_000);

    assertThat(refusal(() -> heavy.onRequest(AGENT_ADA, 1)).retryAfter()).hasMillis(2_002);
  }

  @Test
  void whatCostsMuchHasARateOfItsOwn() {
    var costly =
        new RateLimits(Rates.UNLIMITED.withCostly(Costly.SEARCH, new Rate(2, 1)), () -> now);
    costly.onCostly(AGENT_ADA, Costly.SEARCH);

    Refused refused = refusal(() -> costly.onCostly(AGENT_ADA, Costly.SEARCH));

    assertThat(refused.retryAfter()).hasMillis(500);
    assertThat(refused).hasMessage("more than 2 searches a second; wait 500 ms");
    costly.onCostly(AGENT_ADA, Costly.LOGIN);
    costly.onCostly(AGENT_ADA, Costly.LOGIN);
    costly.onCostly(new AgentPrincipal(new AgentId("bob")), Costly.SEARCH);
    costly.onCostly(new Principal.Owner(), Costly.SEARCH);
    costly.onCostly(new Principal.Owner(), Costly.SEARCH);
    pass(500);
    costly.onCostly(AGENT_ADA, Costly.SEARCH);
  }

  @Test
  void nobodyWaitsLongerThanHalfAMinute() {
    var heavy = new RateLimits(Rates.UNLIMITED.withBytes(new Rate(1_000, 2_000)), () -> now);
    heavy.onAnswer(AGENT_ADA, 1_000_000_000);

    assertThat(refusal(() -> heavy.onRequest(AGENT_ADA, 1)).retryAfter()).hasMillis(30_000);
  }

  @Test
  void aRateOfZeroIsNoLimit() {
    Rate none = new Rate(0, 1);
    RateLimits off = new RateLimits(new Rates(none, none, none, none, none, Map.of()), () -> now);
    for (int i = 0; i < 1_000; i++) {
      off.onMessage(ADA, MAIL);
      off.onReach(ADA, 1_000);
      off.onRequest(AGENT_ADA, 1_000);
      off.onAnswer(AGENT_ADA, 1_000);
      off.onCostly(AGENT_ADA, Costly.LOGIN);
    }
    assertThat(off.size()).isZero();
  }

  @Test
  void agentsThatHaveBeenQuietAreForgotten() {
    for (int i = 0; i < 100_000; i++) {
      limits.onMessage(Senders.agent("a" + i), MAIL);
      pass(1);
    }

    assertThat(limits.size()).isLessThan(5_000);
  }
}
