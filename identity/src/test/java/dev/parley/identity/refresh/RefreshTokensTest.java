package dev.parley.identity.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.identity.refresh.RefreshTokens.Opened;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshTokensTest {
  private static final UUID ADA = UUID.randomUUID();
  private static final UUID BOB = UUID.randomUUID();

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final RefreshTokens tokens = reopened();

  private RefreshTokens reopened() {
    return new RefreshTokens(broker.records(), broker.transactions(), time);
  }

  @AfterEach
  void close() {
    broker.close();
    store.close();
  }

  private void assertNoGood(String token) {
    assertThatThrownBy(() -> tokens.rotate(token).join()).hasMessageContaining("not good");
  }

  @Test
  void eachIsGoodOnceAndFollowedByAnotherOfTheSameSession() {
    Opened first = tokens.open(ADA).join();
    Opened second = tokens.rotate(first.secret()).join();
    Opened third = tokens.rotate(second.secret()).join();

    assertThat(List.of(second.session(), third.session())).containsOnly(first.session());
    assertThat(List.of(first.secret(), second.secret(), third.secret())).doesNotHaveDuplicates();
    assertThat(third.person()).isEqualTo(ADA);
  }

  @Test
  void oneThatComesAgainEndsTheSessionForThiefAndPersonAlike() {
    List<UUID> reused = new ArrayList<>();
    List<String> ended = new ArrayList<>();
    tokens.onReuse(reused::add);
    tokens.onEnd(session -> ended.add(session.id()));
    Opened stolen = tokens.open(ADA).join();
    Opened newest = tokens.rotate(stolen.secret()).join();
    Opened other = tokens.open(ADA).join();

    assertNoGood(stolen.secret());

    assertNoGood(newest.secret());
    assertThat(tokens.isOpen(stolen.session())).isFalse();
    assertThat(tokens.isOpen(other.session())).isTrue();
    assertThat(reused).containsExactly(ADA);
    assertThat(ended).containsExactly(stolen.session());
  }

  @Test
  void ofTwoThatUseTheSameOneAtTheSameTimeNoMoreThanOneGetsTheNext() {
    Opened first = tokens.open(ADA).join();
    RefreshTokens otherHub = reopened();

    CompletableFuture<Opened> here = tokens.rotate(first.secret());
    CompletableFuture<Opened> there = otherHub.rotate(first.secret());

    assertThatThrownBy(() -> CompletableFuture.allOf(here, there).join());
    assertThat(here.isCompletedExceptionally() && there.isCompletedExceptionally()).isFalse();
    assertThat(broker.records().get("refresh-tokens", first.session())).isEmpty();
  }

  @Test
  void whoKnowsTheSessionFromAnAccessTokenCannotEndIt() {
    Opened opened = tokens.open(ADA).join();
    String half = opened.secret().substring(opened.secret().indexOf('.'));

    assertNoGood(opened.session() + half);
    assertNoGood(opened.session() + ".prl_guessed");

    assertThat(tokens.isOpen(opened.session())).isTrue();
    assertThat(opened.secret()).doesNotContain(opened.session());
  }

  @Test
  void whatIsKeptIsNotTheToken() {
    Opened opened = tokens.open(ADA).join();
    String secret = opened.secret().substring(opened.secret().indexOf('.') + 1);

    byte[] kept = broker.records().get("refresh-tokens", opened.session()).orElseThrow();
    assertThat(new String(kept, StandardCharsets.UTF_8)).doesNotContain(secret);
    assertThat(opened.toString()).doesNotContain(secret);
  }

  @Test
  void oneThatIsNotUsedForLongIsOver() {
    Opened opened = tokens.open(ADA).join();
    time.advance(RefreshTokens.LIFETIME.minusSeconds(1));
    assertThat(tokens.isOpen(opened.session())).isTrue();
    time.advance(Duration.ofSeconds(1));

    assertThat(tokens.isOpen(opened.session())).isFalse();
    assertNoGood(opened.secret());
  }

  @Test
  void aSessionEndsAtLastHoweverOftenItIsRefreshed() {
    Opened opened = tokens.open(ADA).join();
    Duration step = RefreshTokens.LIFETIME.dividedBy(2);
    long steps = RefreshTokens.FAMILY_LIFETIME.dividedBy(step);
    for (long i = 0; i < steps; i++) {
      time.advance(step);
      opened = tokens.rotate(opened.secret()).join();
    }
    time.advance(step);

    assertNoGood(opened.secret());
  }

  @Test
  void whoHasTooManyLosesItsOwnFirstAndNobodyElses() {
    Opened bobs = tokens.open(BOB).join();
    List<Opened> adas = new ArrayList<>();
    for (int i = 0; i <= RefreshTokens.PER_PERSON_MAX; i++) {
      time.advance(Duration.ofSeconds(1));
      adas.add(tokens.open(ADA).join());
    }

    assertThat(adas.stream().filter(each -> tokens.isOpen(each.session())))
        .containsExactlyElementsOf(adas.subList(1, adas.size()));
    assertThat(tokens.isOpen(bobs.session())).isTrue();
  }

  @Test
  void aLogoutEndsOneSessionAndANewPasswordAllOthers() {
    List<Opened> adas =
        List.of(tokens.open(ADA).join(), tokens.open(ADA).join(), tokens.open(ADA).join());
    Opened bobs = tokens.open(BOB).join();

    tokens.close(adas.get(0).session()).join();
    assertNoGood(adas.get(0).secret());
    tokens.closeAll(ADA, adas.get(1).session()).join();

    assertThat(tokens.isOpen(adas.get(1).session())).isTrue();
    assertNoGood(adas.get(2).secret());
    assertThat(tokens.isOpen(bobs.session())).isTrue();
  }

  @Test
  void theyOutliveARestart() {
    Opened opened = tokens.open(ADA).join();

    assertThat(reopened().rotate(opened.secret()).join().person()).isEqualTo(ADA);
  }

  @Test
  void whatAnotherHubEndsEndsHere() {
    List<String> ended = new ArrayList<>();
    tokens.onEnd(session -> ended.add(session.id()));
    Opened opened = tokens.open(ADA).join();

    broker.records().onOtherHub("refresh-tokens", opened.session(), null);

    assertThat(tokens.isOpen(opened.session())).isFalse();
    assertThat(ended).containsExactly(opened.session());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "abc",
        "0123456789abcdef0123456789abcdef.",
        "0123456789abcdef0123456789abcdef.x"
      })
  void whatIsNoTokenIsNoGood(String text) {
    assertNoGood(text);
  }
}
