package dev.parley.identity.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordsTest {
  private static final HashCost CHEAP = new HashCost(64, 1, 1);
  private static final String GOOD = "correct horse battery";

  private final Passwords passwords = new Passwords(CHEAP, Passwords.Room.DEFAULT);

  @AfterEach
  void close() {
    passwords.close();
  }

  @Test
  void aPasswordMatchesItsHashAndAnotherDoesNot() {
    String hash = passwords.hash(GOOD).join();

    assertThat(passwords.matches(GOOD, hash).join()).isTrue();
    assertThat(passwords.matches(GOOD + " ", hash).join()).isFalse();
    assertThat(passwords.matches("", hash).join()).isFalse();
  }

  @Test
  void theSamePasswordNeverHasTheSameHash() {
    assertThat(passwords.hash(GOOD).join()).isNotEqualTo(passwords.hash(GOOD).join());
  }

  @Test
  void theHashSaysWhatItCost() {
    assertThat(passwords.hash(GOOD).join()).startsWith("$argon2id$v=19$m=64,t=1,p=1$");
  }

  @Test
  void aHashOfAnotherCostStaysGoodAndIsKnownAsOutdated() {
    String old;
    try (Passwords before = new Passwords(new HashCost(128, 2, 2), Passwords.Room.DEFAULT)) {
      old = before.hash(GOOD).join();
    }

    assertThat(passwords.matches(GOOD, old).join()).isTrue();
    assertThat(passwords.isOutdated(old)).isTrue();
    assertThat(passwords.isOutdated(passwords.hash(GOOD).join())).isFalse();
  }

  @Test
  void aHashOfTheReferenceImplementationIsUnderstood() {
    String reference =
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

    assertThat(passwords.matches("password", reference).join()).isTrue();
    assertThat(passwords.matches("passwore", reference).join()).isFalse();
  }

  @Test
  void lettersComposedInAnotherWayAreTheSamePassword() {
    String hash = passwords.hash("gr\u00fc\u00dfe aus K\u00f6ln").join();

    assertThat(passwords.matches("gru\u0308\u00dfe aus Ko\u0308ln", hash).join()).isTrue();
  }

  @Test
  void ofNobodyNoPasswordIsRightButOneIsHashedAllTheSame() {
    // The one who hashes for nobody is the same who hashes for somebody: both cost a whole hash.
    assertThat(passwords.matches(GOOD, null).join()).isFalse();
  }

  @Test
  void aPasswordOfAMillionCharactersIsWrongAndNotHashedWhole() {
    String hash = passwords.hash("x".repeat(Passwords.LENGTH_MAX)).join();

    assertThat(passwords.matches("x".repeat(1_000_000), hash).join()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Passwords.LENGTH_MIN - 1, Passwords.LENGTH_MAX + 1})
  void aPasswordThatIsTooShortOrTooLongIsRefused(int length) {
    assertThatThrownBy(() -> passwords.hash("x".repeat(length)))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "$argon2i$v=19$m=64,t=1,p=1$c29tc2FsdDEx$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=16$m=64,t=1,p=1$c29tc2FsdDEx$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=19$m=4194304,t=1,p=1$c29tc2FsdDEx$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=19$m=64,t=999,p=1$c29tc2FsdDEx$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=19$m=0,t=0,p=0$c29tc2FsdDEx$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
      })
  void whatIsNoHashOrWouldCostTooMuchIsNotComputed(String text) {
    assertThatThrownBy(() -> PasswordHash.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void moreThanMayWaitAreRefusedAtOnce() {
    // Each of these takes long enough that they cannot all be done while they are handed in.
    try (Passwords narrow =
        new Passwords(new HashCost(32 * 1024, 4, 1), new Passwords.Room(1, 1))) {
      List<CompletableFuture<Boolean>> attempts = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        attempts.add(narrow.matches(GOOD, null));
      }

      assertThat(attempts.stream().filter(CompletableFuture::isCompletedExceptionally))
          .isNotEmpty()
          .allSatisfy(
              refused ->
                  assertThatThrownBy(refused::join)
                      .isInstanceOf(CompletionException.class)
                      .hasRootCauseInstanceOf(Refused.class)
                      .hasMessageContaining("too many log in"));
    }
  }

  @Test
  void aHashDoesNotPrintItself() {
    assertThat(PasswordHash.of(GOOD, CHEAP)).hasToString("$argon2id$…");
  }
}
