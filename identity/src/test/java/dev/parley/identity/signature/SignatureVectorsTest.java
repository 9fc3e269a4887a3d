package dev.parley.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.identity.keys.SignatureAlgorithm;
import dev.parley.identity.keys.VerifyingKey;
import dev.parley.testkit.signature.SignatureVector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of RFC 9421, appendix B.2. */
class SignatureVectorsTest {
  private static final String BODY = "{\"hello\": \"world\"}";

  private static HttpMessage request(SignatureVector vector) {
    Map<String, List<String>> fields =
        Map.of(
            "date", List.of("Tue, 20 Apr 2021 02:07:55 GMT"),
            "content-type", List.of("application/json"),
            "content-digest",
                List.of(
                    "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdV"
                        + "LvRwEmTHWXvJwew==:"),
            "content-length", List.of("18"),
            "signature-input", List.of(vector.input()),
            "signature", List.of(vector.signature()));
    return new HttpMessage(
        "POST",
        "https",
        "example.com",
        "/foo?param=Value&Pet=dog",
        true,
        name -> fields.getOrDefault(name, List.of()));
  }

  static List<SignatureVector> vectors() {
    return SignatureVector.all().toList();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void whatIsSignedIsMadeAsInTheStandard(SignatureVector vector) {
    HttpMessage request = request(vector);
    SignatureInput input = SignatureInput.of(request.fields());
    assertThat(new String(new SignatureBase(request).of(input.covered()), StandardCharsets.UTF_8))
        .isEqualTo(vector.base());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void theSignaturesOfTheStandardAreRight(SignatureVector vector) {
    SignatureInput input = SignatureInput.of(request(vector).fields());
    VerifyingKey key = VerifyingKey.ofPem(vector.publicKey());
    SignatureAlgorithm algorithm =
        SignatureAlgorithm.named(vector.algorithm(), key.kind()).orElseThrow();
    byte[] base = vector.base().getBytes(StandardCharsets.UTF_8);
    assertThat(algorithm.verifies(key, base, input.signature())).isTrue();
    base[0] ^= 1;
    assertThat(algorithm.verifies(key, base, input.signature())).isFalse();
  }

  @Test
  void theDigestOfTheStandardIsThatOfItsBody() {
    ContentDigest digest = ContentDigest.of(request(vectors().getFirst()).fields());
    digest.update(BODY.getBytes(StandardCharsets.UTF_8));
    digest.require();
  }
}
