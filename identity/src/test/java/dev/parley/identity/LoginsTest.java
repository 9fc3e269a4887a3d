package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.Refused;
import dev.parley.identity.Logins.Opened;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoginsTest {
  private static final Principal OWNER = new Principal.Owner();
  private static final Principal ADA = new Principal.AgentPrincipal(new AgentId("ada"));
  private static final Principal BOB = new Principal.AgentPrincipal(new AgentId("bob"));

  private static final Token OWNER_TOKEN = Token.generate();
  private static final LoginLimits LIMITS = new LoginLimits(5, 3);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final Logins logins =
      new Logins(broker.records(), OWNER_TOKEN.hash(), broker.participants(), time, LIMITS);

  @BeforeEach
  void agents() {
    for (String id : List.of("ada", "bob")) {
      broker
          .participants()
          .createAgent(new AgentId(id), null, null, null, Token.generate().hash())
          .join();
    }
  }

  @AfterEach
  void close() {
    broker.close();
    store.close();
  }

  private List<Opened> open(Principal who, int times) {
    List<Opened> opened = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      opened.add(logins.open(who).join());
      time.advance(Duration.ofSeconds(1));
    }
    return opened;
  }

  private @Nullable Principal holder(Opened opened) {
    return logins.holder(opened.cookie().secret(), opened.key().secret());
  }

  @Test
  void neitherTheCookieNorTheKeyIsGoodWithoutTheOther() {
    Opened owners = open(OWNER, 1).getFirst();
    Opened adas = open(ADA, 1).getFirst();

    assertThat(logins.holder(owners.cookie().secret(), adas.key().secret())).isNull();
    assertThat(logins.holder(owners.cookie().secret(), owners.cookie().secret())).isNull();
    assertThat(logins.holder(owners.key().secret(), owners.key().secret())).isNull();
    assertThat(logins.holder(owners.cookie().secret(), "")).isNull();
    assertThat(holder(owners)).isEqualTo(OWNER);
    assertThat(holder(adas)).isEqualTo(ADA);
  }

  @Test
  void aLoginOfAnOlderVersionWhichHasNoKeyIsOver() {
    String cookie = Token.generate().secret();
    byte[] login =
        ("\n" + OWNER_TOKEN.hash() + "\n" + (time.millis() + 60_000))
            .getBytes(StandardCharsets.UTF_8);
    broker.records().put("logins", Token.hash(cookie), login).join();
    Logins later =
        new Logins(broker.records(), OWNER_TOKEN.hash(), broker.participants(), time, LIMITS);

    assertThat(later.holder(cookie, "")).isNull();
    assertThat(later.holder(cookie, cookie)).isNull();
  }

  @Test
  void anAgentThatLogsInAgainAndAgainEndsOnlyItsOwnLogins() {
    Opened owners = open(OWNER, 1).getFirst();
    Opened bobs = open(BOB, 1).getFirst();

    List<Opened> adas = open(ADA, 1_005);

    assertThat(holder(owners)).isEqualTo(OWNER);
    assertThat(holder(bobs)).isEqualTo(BOB);
    assertThat(adas.stream().filter(one -> holder(one) != null))
        .isEqualTo(adas.subList(1_002, 1_005));
  }

  @Test
  void theOwnerGetsInAndAnAgentsLoginMakesRoom() {
    List<Opened> adas = open(ADA, 3);
    open(BOB, 2);

    Opened owners = open(OWNER, 1).getFirst();

    assertThat(holder(owners)).isEqualTo(OWNER);
    assertThat(holder(adas.getFirst())).isNull();
    assertThat(holder(adas.getLast())).isEqualTo(ADA);
  }

  @Test
  void whenAllAreTheOwnersAnAgentIsRefusedAndTheOwnersOldestEnds() {
    List<Opened> owners = open(OWNER, 5);

    assertThatThrownBy(() -> logins.open(ADA).join())
        .hasCauseInstanceOf(Refused.class)
        .hasMessageContaining("limits.loginsMax");
    open(OWNER, 1);
    assertThat(holder(owners.getFirst())).isNull();
    assertThat(holder(owners.get(1))).isEqualTo(OWNER);
  }
}
