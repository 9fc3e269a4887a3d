package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.Refused;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoginsTest {
  private static final Principal OWNER = new Principal.Owner();
  private static final Principal ADA = new Principal.AgentPrincipal(new AgentId("ada"));
  private static final Principal BOB = new Principal.AgentPrincipal(new AgentId("bob"));

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final Logins logins =
      new Logins(
          broker.records(),
          Token.generate().hash(),
          broker.participants(),
          time,
          new LoginLimits(5, 3));

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

  private List<String> open(Principal who, int times) {
    List<String> secrets = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      secrets.add(logins.open(who).join().secret());
      time.advance(Duration.ofSeconds(1));
    }
    return secrets;
  }

  @Test
  void anAgentThatLogsInAgainAndAgainEndsOnlyItsOwnLogins() {
    String owners = open(OWNER, 1).getFirst();
    String bobs = open(BOB, 1).getFirst();

    List<String> adas = open(ADA, 1_005);

    assertThat(logins.holder(owners)).isEqualTo(OWNER);
    assertThat(logins.holder(bobs)).isEqualTo(BOB);
    assertThat(adas.stream().filter(secret -> logins.holder(secret) != null))
        .isEqualTo(adas.subList(1_002, 1_005));
  }

  @Test
  void theOwnerGetsInAndAnAgentsLoginMakesRoom() {
    List<String> adas = open(ADA, 3);
    open(BOB, 2);

    String owners = open(OWNER, 1).getFirst();

    assertThat(logins.holder(owners)).isEqualTo(OWNER);
    assertThat(logins.holder(adas.getFirst())).isNull();
    assertThat(logins.holder(adas.getLast())).isEqualTo(ADA);
  }

  @Test
  void whenAllAreTheOwnersAnAgentIsRefusedAndTheOwnersOldestEnds() {
    List<String> owners = open(OWNER, 5);

    assertThatThrownBy(() -> logins.open(ADA).join())
        .hasCauseInstanceOf(Refused.class)
        .hasMessageContaining("limits.loginsMax");
    open(OWNER, 1);
    assertThat(logins.holder(owners.getFirst())).isNull();
    assertThat(logins.holder(owners.get(1))).isEqualTo(OWNER);
  }
}
