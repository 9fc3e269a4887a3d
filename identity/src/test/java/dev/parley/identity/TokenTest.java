package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokenTest {

  @Test
  void aTokenIsAPrefixAnd256RandomBits() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      String secret = Token.generate().secret();
      assertThat(secret).matches("prl_[A-Za-z0-9_-]{43}");
      assertThat(Token.isWellFormed(secret)).isTrue();
      assertThat(seen.add(secret)).isTrue();
    }
  }

  @Test
  void aHashIsSha256InHexadecimal() {
    assertThat(Token.hash("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void aTokenDoesNotPrintItself() {
    Token token = Token.generate();
    assertThat(token.toString()).isEqualTo("prl_…");
    assertThat("" + token).doesNotContain(token.secret());
  }

  @Test
  void hashesAreComparedWhole() {
    String hash = Token.hash("a");
    assertThat(Token.sameHash(hash, Token.hash("a"))).isTrue();
    assertThat(Token.sameHash(hash, Token.hash("b"))).isFalse();
    assertThat(Token.sameHash(hash, hash.substring(1))).isFalse();
    assertThat(Token.sameHash(hash, "")).isFalse();
  }

  @Test
  void whatIsNoTokenIsNotWellFormed() {
    assertThat(Token.isWellFormed("")).isFalse();
    assertThat(Token.isWellFormed("prl_short")).isFalse();
    assertThat(Token.isWellFormed("xyz_" + "a".repeat(43))).isFalse();
    assertThat(Token.isWellFormed("prl_" + "ä".repeat(43))).isFalse();
    assertThat(Token.isWellFormed("prl_" + "a".repeat(42) + " ")).isFalse();
  }
}
