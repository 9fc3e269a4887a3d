package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthenticatorTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BARE = new AgentId("bare");
  private static final String HOME = "127.0.0.1";

  private final Token owner = Token.generate();
  private final Token ada = Token.generate();
  private final StoppedClock clock = new StoppedClock();
  private final FailedAttempts failures = new FailedAttempts(clock);
  private final Authenticator authenticator =
      new Authenticator(
          owner.hash(),
          id -> Map.of(ADA, ada.hash()).get(id),
          hash -> Optional.ofNullable(Map.of(ada.hash(), ADA).get(hash)),
          failures);

  private static final class StoppedClock implements Timekeeper {
    private long now = 1_000_000;

    @Override
    public long millis() {
      return now;
    }

    @Override
    public Alarm after(Duration delay, Runnable action) {
      throw new UnsupportedOperationException();
    }
  }

  private Authentication wrong(String address) {
    return authenticator.authenticate(null, "wrong", address);
  }

  @Test
  void aTokenAloneStandsForWhoeverItWasMadeFor() {
    assertThat(authenticator.authenticate(owner.secret(), HOME))
        .isEqualTo(new Authentication.Accepted(new Principal.Owner()));
    assertThat(authenticator.authenticate(ada.secret(), HOME))
        .isEqualTo(new Authentication.Accepted(new Principal.AgentPrincipal(ADA)));
    assertThat(authenticator.authenticate(ada.hash(), HOME)).isEqualTo(new Authentication.Denied());
    assertThat(authenticator.authenticate("", HOME)).isEqualTo(new Authentication.Denied());
  }

  @Test
  void aLentTokenIsGoodBesideTheAgentsOwnUntilItIsTakenBack() {
    Token lent = Token.generate();
    Authentication adas = new Authentication.Accepted(new Principal.AgentPrincipal(ADA));
    Authenticator.Loan loan = authenticator.lend(ADA, lent);

    assertThat(authenticator.authenticate(lent.secret(), HOME)).isEqualTo(adas);
    assertThat(authenticator.authenticate(ADA, lent.secret(), HOME)).isEqualTo(adas);
    assertThat(authenticator.authenticate(ADA, ada.secret(), HOME)).isEqualTo(adas);
    assertThat(authenticator.authenticate(BARE, lent.secret(), HOME))
        .isEqualTo(new Authentication.Denied());
    assertThat(authenticator.authenticate(null, lent.secret(), HOME))
        .isEqualTo(new Authentication.Denied());
    assertThat(authenticator.authenticate(lent.hash(), HOME))
        .isEqualTo(new Authentication.Denied());

    loan.close();
    assertThat(authenticator.authenticate(lent.secret(), HOME))
        .isEqualTo(new Authentication.Denied());
    assertThat(authenticator.authenticate(ADA, lent.secret(), HOME))
        .isEqualTo(new Authentication.Denied());
  }

  @Test
  void theOwnersTokenIsTheOwners() {
    assertThat(authenticator.authenticate(null, owner.secret(), HOME))
        .isEqualTo(new Authentication.Accepted(new Principal.Owner()));
  }

  @Test
  void anAgentsTokenIsThatAgents() {
    assertThat(authenticator.authenticate(ADA, ada.secret(), HOME))
        .isEqualTo(new Authentication.Accepted(new Principal.AgentPrincipal(ADA)));
  }

  @Test
  void noTokenIsGoodForAnybodyElse() {
    assertThat(authenticator.authenticate(ADA, owner.secret(), HOME))
        .isEqualTo(new Authentication.Denied());
    assertThat(authenticator.authenticate(null, ada.secret(), HOME))
        .isEqualTo(new Authentication.Denied());
    assertThat(authenticator.authenticate(new AgentId("eve"), ada.secret(), HOME))
        .isEqualTo(new Authentication.Denied());
  }

  @Test
  void anAgentWithoutATokenCannotAuthenticate() {
    assertThat(authenticator.authenticate(BARE, "", HOME)).isEqualTo(new Authentication.Denied());
    assertThat(authenticator.authenticate(BARE, "null", HOME))
        .isEqualTo(new Authentication.Denied());
  }

  @Test
  void theHashItselfIsNoToken() {
    assertThat(authenticator.authenticate(null, owner.hash(), HOME))
        .isEqualTo(new Authentication.Denied());
  }

  @Test
  void afterTenFailuresAMinuteAnAddressIsToldSo() {
    for (int i = 0; i < 10; i++) {
      assertThat(wrong(HOME)).isEqualTo(new Authentication.Denied());
    }
    assertThat(wrong(HOME)).isEqualTo(new Authentication.DeniedTooOften());
    assertThat(wrong("10.0.0.1")).isEqualTo(new Authentication.Denied());
    clock.now += 60_000;
    assertThat(wrong(HOME)).isEqualTo(new Authentication.Denied());
  }

  @Test
  void aRightTokenIsLetInHoweverManyWrongOnesCameBefore() {
    for (int i = 0; i < 100; i++) {
      wrong(HOME);
    }
    assertThat(authenticator.authenticate(null, owner.secret(), HOME))
        .isInstanceOf(Authentication.Accepted.class);
  }

  @Test
  void theTableOfAddressesIsBounded() {
    for (int i = 0; i < FailedAttempts.ADDRESSES_MAX + 500; i++) {
      wrong("10." + (i >> 16) + "." + ((i >> 8) & 255) + "." + (i & 255));
    }
    assertThat(failures.size()).isEqualTo(FailedAttempts.ADDRESSES_MAX);
  }

  @Test
  void allAddressesOfAnIpv6NetworkAreOnePlace() {
    for (int i = 0; i < 10; i++) {
      wrong("2001:db8:1:2:0:0:0:" + i);
    }
    assertThat(wrong("2001:db8:1:2:9:9:9:9")).isEqualTo(new Authentication.DeniedTooOften());
    assertThat(wrong("2001:db8:1:3:0:0:0:1")).isEqualTo(new Authentication.Denied());
  }
}
