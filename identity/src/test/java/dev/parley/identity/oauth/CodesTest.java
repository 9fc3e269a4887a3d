package dev.parley.identity.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.identity.Audience;
import dev.parley.identity.oauth.Codes.Redeemed;
import dev.parley.identity.refresh.RefreshTokens;
import dev.parley.identity.refresh.Terms;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CodesTest {
  private static final UUID ANN = UUID.randomUUID();
  private static final Terms TERMS =
      new Terms(
          "client",
          "Probe",
          new AgentId("ann"),
          "hash",
          "mcp",
          "http://localhost",
          "http://localhost/mcp",
          Audience.MCP);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final RefreshTokens sessions =
      new RefreshTokens(broker.records(), broker.transactions(), time);
  private final Codes codes = reopened();

  private Codes reopened() {
    return new Codes(broker.records(), broker.transactions(), time, sessions);
  }

  @AfterEach
  void close() {
    broker.close();
    store.close();
  }

  private String issue() {
    return codes
        .issue(
            new Code(
                ANN,
                TERMS,
                "http://localhost/callback",
                new Challenge("c".repeat(43)),
                time.millis() + Codes.LIFETIME.toMillis(),
                ""))
        .join();
  }

  private Redeemed redeem(Codes at, String secret) {
    return redeeming(at, secret).join();
  }

  private static CompletableFuture<Redeemed> redeeming(Codes at, String secret) {
    return at.redeem(secret, at.find(secret).orElseThrow(), true);
  }

  @Test
  void oneIsGoodOnceAndOpensASessionWithItsTerms() {
    String secret = issue();

    Redeemed.Good good = (Redeemed.Good) redeem(codes, secret);

    assertThat(sessions.find(good.opened().session()).orElseThrow().terms()).isEqualTo(TERMS);
    assertThat(redeem(codes, secret)).isInstanceOf(Redeemed.Replayed.class);
    assertThat(sessions.of(ANN)).as("ended by the second").isEmpty();
    assertThat(redeem(reopened(), secret)).isInstanceOf(Redeemed.Replayed.class);
  }

  @Test
  void oneIsGoodForAMinute() {
    String secret = issue();
    time.advance(Codes.LIFETIME);

    assertThat(redeem(codes, secret)).isEqualTo(new Redeemed.Bad());
    assertThat(codes.find(secret)).isEmpty();
    assertThat(sessions.of(ANN)).isEmpty();
  }

  @Test
  void whoIsNotTheRightOneSpoilsItForEverybody() {
    String secret = issue();

    assertThat(codes.redeem(secret, codes.find(secret).orElseThrow(), false).join())
        .isEqualTo(new Redeemed.Bad());

    assertThat(codes.find(secret)).isEmpty();
  }

  @Test
  void ofTwoHubsThatAreShownItAtTheSameTimeOneTakesItAndWhatItOpenedEnds() {
    String secret = issue();
    Codes other = reopened();

    List<CompletableFuture<Redeemed>> both =
        List.of(redeeming(codes, secret), redeeming(other, secret));

    assertThat(both.stream().map(CompletableFuture::join).filter(Redeemed.Good.class::isInstance))
        .hasSize(1);
    assertThat(sessions.of(ANN)).isEmpty();
  }

  @Test
  void onlyHashesAreKeptAndNotMoreThanAPersonNeeds() {
    String secret = issue();
    broker
        .records()
        .forEach("oauth-codes", (key, _) -> assertThat(key).doesNotContain(secret).hasSize(64));

    for (int i = 0; i < 3 * Codes.PER_PERSON_MAX; i++) {
      issue();
    }

    assertThat(codes.size()).isEqualTo(Codes.PER_PERSON_MAX);
    time.advance(Codes.LIFETIME.plus(Codes.KEPT));
    issue();
    assertThat(codes.size()).isEqualTo(1);
    assertThat(reopened().size()).isEqualTo(1);
  }
}
