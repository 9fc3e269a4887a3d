package dev.parley.comm.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import dev.parley.testkit.time.ManualTime;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FlowsTest {
  private final ManualTime time = new ManualTime(1_000_000);
  private final Flows<URI> flows = new Flows<>(time);

  private Flows.Flow<URI> begun() {
    return flows.begin(URI.create("https://hub.test"), "http://localhost:1/back");
  }

  @Test
  void oneIsHandedOutOnce() {
    Flows.Flow<URI> flow = begun();

    assertThat(flows.take(flow.pkce().state())).isEqualTo(flow);
    assertThat(flows.take(flow.pkce().state())).isNull();
  }

  @Test
  void oneIsGoodForTenMinutes() {
    Flows.Flow<URI> inTime = begun();
    time.advance(Duration.ofMinutes(10).minusMillis(1));
    assertThat(flows.take(inTime.pkce().state())).isNotNull();
    Flows.Flow<URI> late = begun();

    time.advance(Duration.ofMinutes(10));

    assertThat(flows.take(late.pkce().state())).isNull();
    assertThat(flows.status(late.pkce().state()).status()).isEqualTo("unknown");
  }

  @Test
  void thereAreOnlySoManyAtATime() {
    for (int i = 0; i < Flows.MAX; i++) {
      begun();
    }

    assertThatThrownBy(this::begun).isInstanceOf(Refused.class);

    time.advance(Flows.LIFETIME);
    assertThat(begun()).isNotNull();
  }

  @Test
  void eachHasSecretsOfItsOwnInTheFormThatTheProtocolAsksFor() {
    Pkce one = begun().pkce();
    Pkce other = begun().pkce();

    assertThat(one.verifier()).hasSize(43).isNotEqualTo(other.verifier());
    assertThat(one.state()).hasSize(22).isNotEqualTo(other.state());
    assertThat(one.challenge()).hasSize(43).isNotEqualTo(one.verifier());
    assertThat(one.toString()).doesNotContain(one.verifier()).doesNotContain(one.state());
  }

  @Test
  void theChallengeIsThatOfTheStandardsExample() {
    Pkce example = new Pkce("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "s");

    assertThat(example.challenge()).isEqualTo("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  }
}
