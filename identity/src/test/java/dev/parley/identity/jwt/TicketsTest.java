package dev.parley.identity.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TicketsTest {
  private static final UUID ANN = UUID.randomUUID();

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final SigningKeys keys = new SigningKeys(broker.records(), time, AccessTokens.LIFETIME);
  private final Tickets tickets = new Tickets(keys, time);

  @AfterEach
  void close() {
    broker.close();
    store.close();
  }

  @Test
  void oneIsGoodForWhatItWasMadeForAndForTenMinutes() {
    String ticket = tickets.issue(ANN, "this").join();
    assertThat(tickets.subject(ticket, _ -> "this")).contains(ANN);
    assertThat(tickets.subject(ticket, _ -> "that")).isEmpty();

    time.advance(Tickets.LIFETIME);

    assertThat(tickets.subject(ticket, _ -> "this")).isEmpty();
  }

  @Test
  void aTicketIsNoAccessTokenAndAnAccessTokenNoTicket() {
    AccessTokens access = new AccessTokens(keys, time, "hub", "parley");
    String ticket = tickets.issue(ANN, "this").join();
    String token = access.issue(ANN, "session").join();

    assertThat(access.verify(ticket)).isEqualTo(new Verified.Bad());
    assertThat(tickets.subject(token, _ -> "this")).isEmpty();
    assertThat(tickets.subject("eyJ.not.one", _ -> "this")).isEmpty();
  }
}
