package dev.parley.testkit.signature;

import static dev.parley.testkit.Vectors.value;

import dev.parley.testkit.Vectors;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A signed request of RFC 9421, appendix B.2; all of them sign the same one.
 *
 * @param publicKey as PEM
 * @param input the header Signature-Input
 * @param signature the header Signature
 * @param base the text that is signed
 */
public record SignatureVector(
    String name, String algorithm, String publicKey, String input, String signature, String base) {

  /**
   * The challenge of {@code /ws}, answered.
   *
   * @param privateKey as PEM, PKCS#8
   * @param text what is signed
   * @param signature base64url
   */
  public record Login(
      String privateKey,
      String publicKey,
      String agentId,
      String keyId,
      String hub,
      String nonce,
      long expiresAt,
      String text,
      String signature) {}

  public static Stream<SignatureVector> all() {
    return Vectors.of("signature/rfc9421.json")
        .map(
            values ->
                new SignatureVector(
                    value(values, "name"),
                    value(values, "algorithm"),
                    value(values, "publicKey"),
                    value(values, "input"),
                    value(values, "signature"),
                    value(values, "base")));
  }

  public static Login login() {
    Map<String, String> values = Vectors.of("signature/login.json").findFirst().orElseThrow();
    return new Login(
        value(values, "privateKey"),
        value(values, "publicKey"),
        value(values, "agentId"),
        value(values, "keyId"),
        value(values, "hub"),
        value(values, "nonce"),
        Long.parseLong(value(values, "expiresAt")),
        value(values, "text"),
        value(values, "signature"));
  }

  @Override
  public String toString() {
    return name;
  }
}
