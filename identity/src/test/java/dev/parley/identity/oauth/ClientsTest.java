package dev.parley.identity.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Anybody may register a program, and so nobody may fill the hub with them. */
class ClientsTest {
  private static final List<String> URIS = List.of("http://localhost/callback");

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final AtomicLong nanos = new AtomicLong();
  private final Clients clients = reopened();

  private Clients reopened() {
    return new Clients(broker.records(), broker.transactions(), time, nanos::get);
  }

  @AfterEach
  void close() {
    broker.close();
    store.close();
  }

  private Client register(String address) {
    return clients.register("Probe", URIS, address).join();
  }

  /** As after a pause. */
  private Client registerLater(String address) {
    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    return register(address);
  }

  @Test
  void oneIsKnownAfterARestartAndAtEveryHub() {
    Client client = register("127.0.0.1");

    assertThat(reopened().find(client.id())).contains(client);
    assertThat(client.redirectsTo("http://localhost:4711/callback")).isTrue();
    assertThat(clients.find("nobody")).isEmpty();
  }

  @Test
  void aFloodFromOnePlaceIsRefusedAndAnotherPlaceIsNot() {
    for (int i = 0; i < Clients.RATE.burst(); i++) {
      register("10.0.0.1");
    }

    assertThatThrownBy(() -> register("10.0.0.1"))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.RATE_LIMITED));

    assertThat(register("10.0.0.2")).isNotNull();
    assertThat(clients.size()).isEqualTo(Clients.RATE.burst() + 1);
  }

  @Test
  void oneThatNobodyHasLetInIsGoneAfterADayAndOneInUseStays() {
    Client unused = register("127.0.0.1");
    Client used = register("127.0.0.1");
    clients.used(used).join();

    time.advance(Clients.UNUSED_LIFETIME);

    assertThat(clients.find(unused.id())).isEmpty();
    assertThat(clients.find(used.id())).isPresent();
    registerLater("127.0.0.1");
    assertThat(clients.size()).as("the unused one made room").isEqualTo(2);
    time.advance(Clients.USED_LIFETIME);
    assertThat(clients.find(used.id())).isEmpty();
  }

  @Test
  void whenThereIsNoRoomTheOldestThatNobodyHasLetInGoes() {
    Client used = register("10.0.0.1");
    clients.used(used).join();
    Client oldest = register("10.0.0.1");
    for (int i = 2; i < Clients.MAX; i++) {
      time.advance(Duration.ofSeconds(1));
      registerLater("10.0.0.1");
    }
    assertThat(clients.find(oldest.id())).isPresent();
    time.advance(Duration.ofSeconds(1));

    Client newest = registerLater("10.0.0.1");

    assertThat(clients.size()).isEqualTo(Clients.MAX);
    assertThat(clients.find(oldest.id())).isEmpty();
    assertThat(clients.find(used.id())).isPresent();
    assertThat(clients.find(newest.id())).isPresent();
  }

  @Test
  void theHostOfTheGatewayNeedsNotRegister() {
    Client desktop = clients.find("nbl_nebo_desktop").orElseThrow();

    assertThat(desktop.redirectsTo("http://localhost:27895/auth/neboloop/callback")).isTrue();
    assertThat(desktop.redirectsTo("http://localhost:27895/other")).isFalse();
    assertThat(desktop.redirectsTo("http://evil.example/auth/neboloop/callback")).isFalse();
  }
}
