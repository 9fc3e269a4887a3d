package dev.parley.identity.keys;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Authentication;
import dev.parley.identity.Authenticator;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Lets agents in that can sign with a key of theirs. Whoever asks gets a challenge, whether there
 * is such an agent or not; whoever got it keeps it, and offers it once. Any thread.
 */
public final class KeyLogins {
  static final Duration LIFETIME = Duration.ofSeconds(30);
  private static final int NONCE_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final AgentKeys keys;
  private final Authenticator authenticator;
  private final Timekeeper time;

  public KeyLogins(AgentKeys keys, Authenticator authenticator, Timekeeper time) {
    this.keys = keys;
    this.authenticator = authenticator;
    this.time = time;
  }

  public LoginChallenge challenge(AgentId agent, String keyId, String hub) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    return new LoginChallenge(
        agent,
        keyId,
        hub,
        Base64.getUrlEncoder().withoutPadding().encodeToString(nonce),
        time.millis() + LIFETIME.toMillis());
  }

  /**
   * Takes some time.
   *
   * @param signature base64url, of {@link LoginChallenge#text}
   * @throws Refused when it is not that agent's, or too late
   */
  public KeyLogin answered(LoginChallenge challenge, String signature, String remoteAddress) {
    if (challenge.expiresAt() <= time.millis()) {
      throw denied(remoteAddress, "this challenge is over; connect again");
    }
    Optional<KeyLogin> login = keys.login(challenge.agent(), challenge.keyId());
    VerifyingKey key =
        keys.live(challenge.agent(), challenge.keyId())
            .map(AgentKey::material)
            .orElseGet(VerifyingKey::nobodys);
    boolean right = isBy(key, challenge, signature);
    return login
        .filter(_ -> right)
        .orElseThrow(() -> denied(remoteAddress, "wrong agent, key or signature"));
  }

  private static boolean isBy(VerifyingKey key, LoginChallenge challenge, String signature) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(signature);
      return SignatureAlgorithm.usual(key.kind()).verifies(key, challenge.text(), bytes);
    } catch (IllegalArgumentException e) {
      return false; // no base64url
    }
  }

  private Refused denied(String remoteAddress, String why) {
    return refusal(authenticator.denied(remoteAddress), why);
  }

  /** What somebody is told who came with something wrong. */
  public static Refused refusal(Authentication counted, String why) {
    return counted instanceof Authentication.DeniedTooOften
        ? new Refused(
            ErrorCode.RATE_LIMITED, why + "; too many times", Authentication.WAIT_AFTER_TOO_MANY)
        : new Refused(ErrorCode.UNAUTHORIZED, why);
  }
}
