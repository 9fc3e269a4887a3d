package dev.parley.identity.persons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.identity.Visit;
import dev.parley.identity.jwt.AccessTokens;
import dev.parley.identity.jwt.SigningKeys;
import dev.parley.identity.password.HashCost;
import dev.parley.identity.password.Passwords;
import dev.parley.identity.refresh.RefreshTokens;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PersonTokensTest {
  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final Passwords passwords = new Passwords(new HashCost(64, 1, 1), Passwords.Room.DEFAULT);
  private final Persons persons =
      new Persons(broker.records(), broker.transactions(), time, passwords, false);
  private final PersonTokens tokens =
      new PersonTokens(
          persons,
          new AccessTokens(
              new SigningKeys(broker.records(), time, AccessTokens.LIFETIME),
              time,
              "hub",
              "parley"),
          new RefreshTokens(broker.records(), broker.transactions(), time));
  private final Person ada =
      persons
          .register(
              new Entry.ByOwner(Visit.ofHub()),
              "ada@example.org",
              "correct horse battery",
              new AgentId("ada"),
              null)
          .join();

  @AfterEach
  void close() {
    passwords.close();
    broker.close();
    store.close();
  }

  @Test
  void aGrantOpensDoorsAndTheNextOneDoesToo() {
    Grant first = tokens.open(ada).join();
    assertThat(tokens.holder(first.accessToken())).contains(ada);
    time.advance(AccessTokens.LIFETIME);
    assertThat(tokens.holder(first.accessToken())).isEmpty();

    Grant next = tokens.refresh(first.refreshToken()).join();

    assertThat(tokens.holder(next.accessToken())).contains(ada);
  }

  @Test
  void aLogoutDoesNotWaitUntilTheAccessTokenExpires() {
    Grant ended = tokens.open(ada).join();
    Grant other = tokens.open(ada).join();

    assertThat(tokens.close(ended.accessToken()).join()).isTrue();

    assertThat(tokens.holder(ended.accessToken())).isEmpty();
    assertThatThrownBy(() -> tokens.refresh(ended.refreshToken()).join())
        .hasMessageContaining("not good");
    assertThat(tokens.holder(other.accessToken())).contains(ada);
    assertThat(tokens.close(ended.accessToken()).join()).isFalse();
    assertThat(tokens.close("eyJ.no.token").join()).isFalse();
  }

  @Test
  void aStolenRefreshTokenEndsTheAccessTokensOfItsSession() {
    Grant stolen = tokens.open(ada).join();
    Grant newest = tokens.refresh(stolen.refreshToken()).join();

    assertThatThrownBy(() -> tokens.refresh(stolen.refreshToken()).join())
        .hasMessageContaining("not good");

    assertThat(tokens.holder(newest.accessToken())).isEmpty();
  }

  @Test
  void whoHasNoAccountAnyMoreHasNoTokens() {
    Grant grant = tokens.open(ada).join();
    persons.remove(Visit.ofHub(), ada.id()).join();

    assertThat(tokens.holder(grant.accessToken())).isEmpty();
    assertThatThrownBy(() -> tokens.refresh(grant.refreshToken()).join())
        .hasMessageContaining("no such account");
  }

  @Test
  void aGrantDoesNotPrintItsTokens() {
    Grant grant = tokens.open(ada).join();

    assertThat(grant.toString())
        .doesNotContain(grant.accessToken())
        .doesNotContain(grant.refreshToken());
  }
}
