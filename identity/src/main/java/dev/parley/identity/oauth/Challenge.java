package dev.parley.identity.oauth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Proof key for code exchange (RFC 7636): the hash of a secret that only the program knows which
 * has asked for a code. Only S256 is taken.
 */
record Challenge(String value) {
  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

  /**
   * @throws OAuthError when there is none, or another method was meant
   */
  static Challenge of(@Nullable String challenge, @Nullable String method) {
    if (challenge == null || !"S256".equals(method)) {
      throw new OAuthError(
          OAuthError.Kind.INVALID_REQUEST,
          "PKCE is needed: send code_challenge, and S256 as code_challenge_method");
    }
    if (!CHALLENGE.matcher(challenge).matches()) {
      throw new OAuthError(
          OAuthError.Kind.INVALID_REQUEST,
          "code_challenge is a SHA-256 in base64url without padding, 43 characters");
    }
    return new Challenge(challenge);
  }

  boolean isMetBy(@Nullable String verifier) {
    if (verifier == null || !VERIFIER.matcher(verifier).matches()) {
      return false;
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return MessageDigest.isEqual(
          Base64.getUrlEncoder().withoutPadding().encode(hash),
          value.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
