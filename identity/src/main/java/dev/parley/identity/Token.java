package dev.parley.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A secret that stands for a principal: {@code prl_} and 32 random bytes in base64url. It prints as
 * its prefix only, so that it does not end up in a log by accident.
 */
public final class Token {
  private static final String PREFIX = "prl_";
  private static final int RANDOM_BYTES = 32;
  private static final int TEXT_LENGTH = PREFIX.length() + 43;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;

  private Token(String text) {
    this.text = text;
  }

  public static Token generate() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return new Token(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random));
  }

  /** Whether this could have come from {@link #generate}. */
  static boolean isWellFormed(String text) {
    if (text.length() != TEXT_LENGTH || !text.startsWith(PREFIX)) {
      return false;
    }
    return text.chars()
        .skip(PREFIX.length())
        .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_'));
  }

  static Token of(String text) {
    return new Token(text);
  }

  /** The secret itself: to be shown once to the one it is for. */
  public String secret() {
    return text;
  }

  public String hash() {
    return hash(text);
  }

  /**
   * SHA-256 in hexadecimal. A plain hash is right here: slow, salted ones protect passwords, which
   * can be guessed; a token is 256 random bits, of which nobody can try a noticeable part, and a
   * fast hash keeps a wrong token from costing the hub anything.
   */
  public static String hash(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Compares two hashes in a time that does not depend on where they differ. */
  public static boolean sameHash(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
