package dev.parley.apps.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For how long what the store said is good, on a clock by hand. */
class TrustTest {
  private static final String APP = "com.example.calculator";
  private final StoreKey key = Signer.generate().key();
  private final FakeTrust store = new FakeTrust(key);
  private final ManualTime time = new ManualTime(1_000_000);
  private final Trust trust = new Trust(store, time);

  @Test
  void theKeyIsAskedForOnceADay() throws Exception {
    assertThat(trust.key(key.id())).isEqualTo(key);
    time.advance(Duration.ofHours(24).minusMillis(1));
    assertThat(trust.key(key.id())).isEqualTo(key);
    assertThat(store.keyFetches).isEqualTo(1);
    time.advance(Duration.ofMillis(1));
    assertThat(trust.key(key.id())).isEqualTo(key);
    assertThat(store.keyFetches).isEqualTo(2);
  }

  @Test
  void aKeyThatIsNotKnownIsAskedForOnceMore() throws Exception {
    assertThat(trust.key(key.id())).isEqualTo(key);
    StoreKey next = Signer.generate().key();
    store.keys = new StoreKeys(next, List.of());
    assertThat(trust.key(next.id())).isEqualTo(next);
    assertThat(store.keyFetches).isEqualTo(2);
    assertThatThrownBy(() -> trust.key(key.id()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("key ID mismatch")
        .hasMessageContaining(key.id())
        .hasMessageContaining(next.id());
    assertThat(store.keyFetches).isEqualTo(3);
  }

  @Test
  void whatAnEarlierKeySignedIsGoodAsLongAsTheStoreSaysSo() throws Exception {
    store.keys = new StoreKeys(Signer.generate().key(), List.of(key));
    assertThat(trust.key(key.id())).isEqualTo(key);
  }

  @Test
  void aStoreThatIsSilentIsNotAskedAgainForAMinute() throws Exception {
    store.silent = true;
    assertThatThrownBy(() -> trust.key(key.id())).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> trust.key(key.id())).isInstanceOf(IOException.class);
    assertThat(store.keyFetches).isEqualTo(1);
    store.silent = false;
    time.advance(Duration.ofMinutes(1));
    assertThat(trust.key(key.id())).isEqualTo(key);
  }

  @Test
  void revocationsAreAskedForOnceAnHour() throws Exception {
    assertThat(trust.isRevoked(APP)).isFalse();
    store.revoked = List.of(APP);
    time.advance(Duration.ofHours(1).minusMillis(1));
    assertThat(trust.isRevoked(APP)).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(trust.isRevoked(APP)).isTrue();
    assertThat(store.revocationFetches).isEqualTo(2);
  }

  @Test
  void whatWasRevokedStaysSoWhileTheStoreIsSilent() throws Exception {
    store.revoked = List.of(APP);
    assertThat(trust.isRevoked(APP)).isTrue();
    store.silent = true;
    time.advance(Duration.ofHours(2));
    assertThat(trust.isRevoked(APP)).isTrue();
    assertThat(trust.isRevoked("com.example.other")).isFalse();
  }

  /** It never keeps an app from being launched, and not for long either. */
  @Test
  void aSilentStoreRevokesNothingAndIsAskedOnceAMinute() throws Exception {
    store.silent = true;
    for (int i = 0; i < 50; i++) {
      assertThat(trust.isRevoked(APP)).isFalse();
    }
    assertThat(store.revocationFetches).isEqualTo(1);
    time.advance(Duration.ofMinutes(1));
    assertThat(trust.isRevoked(APP)).isFalse();
    assertThat(store.revocationFetches).isEqualTo(2);
  }

  @Test
  void newsOfARevocationIsLookedUpAtOnce() throws Exception {
    assertThat(trust.isRevoked(APP)).isFalse();
    store.revoked = List.of(APP);
    trust.forgetRevocations();
    assertThat(trust.isRevoked(APP)).isTrue();
  }

  @Test
  void keysThatAreNoneAreAsIfTheStoreWereSilent() {
    Trust lied =
        new Trust(
            new FakeTrust(key) {
              @Override
              public byte[] signingKey() {
                return "{\"algorithm\":\"rsa\",\"keyId\":\"k\",\"publicKey\":\"x\"}"
                    .getBytes(UTF_8);
              }
            },
            time);
    assertThatThrownBy(() -> lied.key("k")).isInstanceOf(IOException.class);
  }
}
