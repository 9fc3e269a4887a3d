package dev.parley.comm.oauth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** What proves that who brings the code is who asked for it (RFC 7636). */
public record Pkce(String verifier, String state) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  static Pkce generate() {
    return new Pkce(random(32), random(16));
  }

  private static String random(int bytes) {
    byte[] chosen = new byte[bytes];
    RANDOM.nextBytes(chosen);
    return BASE64.encodeToString(chosen);
  }

  public String challenge() {
    try {
      return BASE64.encodeToString(
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  /** Without the secrets. */
  @Override
  public String toString() {
    return "Pkce";
  }
}
