package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.client.json.JsonObject;
import dev.parley.testkit.signature.SignatureVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientKeyTest {
  @Test
  void aChallengeIsAnsweredAsTheProtocolSays() throws Exception {
    SignatureVector.Login vector = SignatureVector.login();
    String base64 = vector.privateKey().replaceAll("-----[A-Z ]+-----|\\s", "");
    PrivateKey secret =
        KeyFactory.getInstance("Ed25519")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    ClientKey key = ClientKey.of(vector.keyId(), secret);
    assertThat(key.answer(vector.agentId(), vector.hub(), vector.nonce(), vector.expiresAt()))
        .isEqualTo(vector.signature());
  }

  @Test
  void whatWasMadeIsReadAgainUnderItsThumbprintAndDoesNotPrintItself() throws IOException {
    JsonObject pair = ClientKey.generate();
    ClientKey key = ClientKey.parse(pair.raw().getBytes(StandardCharsets.UTF_8));
    assertThat(key.keyId()).isEqualTo(pair.text("kid")).hasSize(43);
    assertThat(key.toString()).doesNotContain(pair.text("d", "?"));
    assertThat(ClientKey.publicHalf(pair).has("d")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AAAA\"}",
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"d\":\"AAAA\"}",
        "{\"kty\":\"OKP\",\"crv\":\"X25519\",\"d\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}"
      })
  void whatHoldsNoPrivateKeyIsRefused(String json) {
    assertThatThrownBy(() -> ClientKey.parse(json.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void noIdOfANewPairLooksLikeAnOption() {
    for (int i = 0; i < 300; i++) {
      assertThat(ClientKey.generate().text("kid", "-")).doesNotStartWith("-");
    }
  }
}
