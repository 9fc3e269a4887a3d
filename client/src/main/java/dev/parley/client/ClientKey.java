package dev.parley.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A private key with which an agent shows who it is, and the id under which the hub has the public
 * half. It does not print itself.
 */
public final class ClientKey {
  private static final byte[] PKCS8_HEAD =
      HexFormat.of().parseHex("302e020100300506032b657004220420");
  private static final int BYTES = 32;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final String keyId;
  private final PrivateKey key;

  private ClientKey(String keyId, PrivateKey key) {
    this.keyId = keyId;
    this.key = key;
  }

  /**
   * @param key of Ed25519 or RSA
   */
  public static ClientKey of(String keyId, PrivateKey key) {
    return new ClientKey(keyId, key);
  }

  /**
   * A new pair, as a JWK with both halves: for a file that nobody else may read. Its id does not
   * begin with a dash, for which command lines would take it for an option.
   */
  public static JsonObject generate() {
    try {
      KeyPairGenerator pairs = KeyPairGenerator.getInstance("Ed25519");
      KeyPair pair = pairs.generateKeyPair();
      while (thumbprint(x(pair)).startsWith("-")) { // one of 64 does
        pair = pairs.generateKeyPair();
      }
      String x = x(pair);
      byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
      return new JsonWriter()
          .put("kty", "OKP")
          .put("crv", "Ed25519")
          .put("kid", thumbprint(x))
          .put("x", x)
          .put("d", BASE64.encodeToString(seed))
          .toObject();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has Ed25519", e);
    }
  }

  private static String x(KeyPair pair) {
    byte[] encoded = pair.getPublic().getEncoded();
    return BASE64.encodeToString(
        Arrays.copyOfRange(encoded, encoded.length - BYTES, encoded.length));
  }

  /** The public half of what {@link #generate} made. */
  public static JsonObject publicHalf(JsonObject pair) {
    return new JsonWriter()
        .put("kty", pair.text("kty", ""))
        .put("crv", pair.text("crv", ""))
        .put("x", pair.text("x", ""))
        .toObject();
  }

  /**
   * @param jwk as {@link #generate} makes it: a key of Ed25519 with its private half
   * @throws IOException when it is none
   */
  public static ClientKey parse(byte[] jwk) throws IOException {
    try {
      JsonObject pair = JsonObject.parse(jwk);
      byte[] seed = Base64.getUrlDecoder().decode(pair.text("d", ""));
      if (!pair.text("crv", "").equals("Ed25519") || seed.length != BYTES) {
        throw new IOException("no private key of Ed25519 as a JWK ('crv' and 'd')");
      }
      byte[] encoded = Arrays.copyOf(PKCS8_HEAD, PKCS8_HEAD.length + BYTES);
      System.arraycopy(seed, 0, encoded, PKCS8_HEAD.length, BYTES);
      PrivateKey key =
          KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
      return new ClientKey(pair.text("kid", thumbprint(pair.text("x", ""))), key);
    } catch (JsonException | IllegalArgumentException | GeneralSecurityException e) {
      throw new IOException("no private key as a JWK: " + e.getMessage(), e);
    }
  }

  /** RFC 7638, by which the hub calls keys that have no other id. */
  private static String thumbprint(String x) throws GeneralSecurityException {
    String members = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}";
    return BASE64.encodeToString(
        MessageDigest.getInstance("SHA-256").digest(members.getBytes(UTF_8)));
  }

  public String keyId() {
    return keyId;
  }

  byte[] sign(byte[] text) {
    boolean rsa = key.getAlgorithm().startsWith("RSA");
    try {
      Signature signature = Signature.getInstance(rsa ? "RSASSA-PSS" : "Ed25519");
      if (rsa) {
        signature.setParameter(
            new PSSParameterSpec("SHA-512", "MGF1", MGF1ParameterSpec.SHA512, 64, 1));
      }
      signature.initSign(key);
      signature.update(text);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("this key cannot sign: " + e.getMessage(), e);
    }
  }

  /**
   * The answer to the challenge of {@code /ws} (docs/protocol.md).
   *
   * @param hub the Host that was asked for, whatever the challenge says
   */
  String answer(String agentId, String hub, String nonce, long expiresAt) {
    String text =
        String.join(
            "\n",
            "parley-login-v1",
            "agent: " + agentId,
            "key: " + keyId,
            "hub: " + hub,
            "nonce: " + nonce,
            "expires: " + expiresAt);
    return BASE64.encodeToString(sign(text.getBytes(UTF_8)));
  }

  @Override
  public String toString() {
    return "ClientKey " + keyId;
  }
}
