package dev.parley.testkit.signature;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

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

  private static final JsonFactory JSON = new JsonFactory();

  public static Stream<SignatureVector> all() {
    return load("rfc9421.json")
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
    Map<String, String> values = load("login.json").findFirst().orElseThrow();
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

  private static String value(Map<String, String> values, String name) {
    return Objects.requireNonNull(values.get(name), name);
  }

  private static Stream<Map<String, String>> load(String file) {
    List<Map<String, String>> all = new ArrayList<>();
    try (InputStream in = SignatureVector.class.getResourceAsStream("/vectors/signature/" + file);
        JsonParser parser =
            JSON.createParser(
                ObjectReadContext.empty(), Objects.requireNonNull(in, file).readAllBytes())) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> values = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          values.put(name, parser.getString());
        }
        all.add(values);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.stream();
  }

  @Override
  public String toString() {
    return name;
  }
}
