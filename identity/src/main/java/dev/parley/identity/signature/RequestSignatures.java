package dev.parley.identity.signature;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Authenticator;
import dev.parley.identity.keys.AgentKey;
import dev.parley.identity.keys.AgentKeys;
import dev.parley.identity.keys.KeyLogin;
import dev.parley.identity.keys.KeyLogins;
import dev.parley.identity.keys.SignatureAlgorithm;
import dev.parley.identity.keys.VerifyingKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells which agent has signed a request: with a key that is good now, over all that matters of the
 * request, just now, and not before. Any thread.
 */
public final class RequestSignatures {
  /** How far apart the clocks of agent and hub, and the way between them, may be. */
  static final Duration WINDOW = Duration.ofSeconds(60);

  private static final int NONCE_MAX = 128;

  /**
   * @param digest what the body has to come to, or null when none was signed
   */
  public record Verified(KeyLogin by, @Nullable ContentDigest digest) {}

  /** Whose key it says to be, and what it would have to say for that. */
  private record Claimed(AgentId agent, String keyId, String nonce) {}

  private final AgentKeys keys;
  private final Authenticator authenticator;
  private final Broker broker;
  private final Timekeeper time;
  private final SpentNonces spent;

  public RequestSignatures(
      AgentKeys keys, Authenticator authenticator, Broker broker, Timekeeper time) {
    this.keys = keys;
    this.authenticator = authenticator;
    this.broker = broker;
    this.time = time;
    this.spent =
        new SpentNonces(broker.records(), broker.transactions(), time, WINDOW.multipliedBy(2));
  }

  /** Does it carry a signature? */
  public static boolean isSigned(HttpMessage.Fields fields) {
    return !fields.all(SignatureInput.INPUT).isEmpty();
  }

  /**
   * Completes with who has signed it; takes some time on the calling thread.
   *
   * @throws Refused now or in the future, when nobody has who may
   */
  public CompletableFuture<Verified> verify(HttpMessage message, String remoteAddress) {
    SignatureInput input = SignatureInput.of(message.fields());
    requireCovering(input, message);
    Claimed claimed = claimed(input);
    byte[] base = new SignatureBase(message).of(input.covered());
    ContentDigest digest =
        input.covers(ContentDigest.FIELD) ? ContentDigest.of(message.fields()) : null;
    String untimely = untimely(input);
    if (untimely != null) {
      throw denied(remoteAddress, untimely);
    }
    boolean unknown = keys.live(claimed.agent, claimed.keyId).isEmpty();
    CompletableFuture<?> known =
        unknown && broker.isShared()
            ? broker.caughtUp() // it may have been added at another hub just now
            : CompletableFuture.completedFuture(null);
    return known
        .thenApply(_ -> signer(claimed, input, base, remoteAddress))
        .thenCompose(by -> spend(by, claimed.nonce, remoteAddress))
        .thenApply(by -> new Verified(by, digest));
  }

  private static void requireCovering(SignatureInput input, HttpMessage message) {
    boolean whither =
        input.covers("@target-uri")
            || (input.covers("@authority") && input.covers("@path") && input.covers("@query"));
    if (!input.covers("@method") || !whither) {
      throw SignatureInput.bad(
          "it has to cover \"@method\" and \"@target-uri\", or \"@method\", \"@authority\","
              + " \"@path\" and \"@query\"");
    }
    if (message.hasBody() && !input.covers(ContentDigest.FIELD)) {
      throw SignatureInput.bad(
          "a request with a body needs a header 'Content-Digest' and has to cover"
              + " \"content-digest\"");
    }
  }

  private static Claimed claimed(SignatureInput input) {
    String keyId = input.text("keyid");
    int slash = keyId == null ? -1 : keyId.indexOf('/');
    if (keyId == null || slash < 0) {
      throw SignatureInput.bad("'keyid' is AGENT/KEY, such as \"ada/laptop\"");
    }
    String nonce = input.text("nonce");
    if (nonce == null || nonce.isEmpty() || nonce.length() > NONCE_MAX) {
      throw SignatureInput.bad(
          "it needs a 'nonce' of 1 to " + NONCE_MAX + " characters, another for each request");
    }
    try {
      return new Claimed(new AgentId(keyId.substring(0, slash)), keyId.substring(slash + 1), nonce);
    } catch (InvalidAddress e) {
      throw SignatureInput.bad("'keyid': " + e.getMessage());
    }
  }

  /** What is wrong with when it was made, or null. */
  private @Nullable String untimely(SignatureInput input) {
    Long created = input.number("created");
    if (created == null) {
      throw SignatureInput.bad("it needs 'created', in seconds since 1970");
    }
    long now = Math.floorDiv(time.millis(), 1_000);
    if (Math.abs(now - created) > WINDOW.toSeconds()) {
      return "the signature says it was made at "
          + moment(created)
          + ", and this hub's clock says "
          + moment(now)
          + "; they may be "
          + WINDOW.toSeconds()
          + " s apart: sign anew, or set the clock";
    }
    Long expires = input.number("expires");
    return expires != null && expires <= now ? "the signature has expired; sign anew" : null;
  }

  private static String moment(long seconds) {
    // Fifteen digits are more than an Instant has room for.
    return Math.abs(seconds) < 100_000_000_000L
        ? Instant.ofEpochSecond(seconds).toString()
        : seconds + " s";
  }

  private KeyLogin signer(
      Claimed claimed, SignatureInput input, byte[] base, String remoteAddress) {
    Optional<KeyLogin> login = keys.login(claimed.agent, claimed.keyId);
    VerifyingKey key =
        keys.live(claimed.agent, claimed.keyId)
            .map(AgentKey::material)
            .orElseGet(VerifyingKey::nobodys);
    boolean right =
        algorithm(input, key).filter(it -> it.verifies(key, base, input.signature())).isPresent();
    return login
        .filter(_ -> right)
        .orElseThrow(() -> denied(remoteAddress, "wrong key or signature"));
  }

  /** By the key. What the request says has to fit, and chooses only where a key has two. */
  private static Optional<SignatureAlgorithm> algorithm(SignatureInput input, VerifyingKey key) {
    String named = input.text("alg");
    return named == null
        ? Optional.of(SignatureAlgorithm.usual(key.kind()))
        : SignatureAlgorithm.named(named, key.kind());
  }

  /** In the commit that uses the nonce the key is asked once more: all hubs agree on that. */
  private CompletableFuture<KeyLogin> spend(KeyLogin by, String nonce, String remoteAddress) {
    return spent
        .claim(by, nonce, tx -> keys.isGood(tx, by))
        .thenApply(
            first -> {
              if (!first) {
                throw denied(
                    remoteAddress,
                    "this signature was used before, or its key was withdrawn; sign anew, with"
                        + " another nonce");
              }
              return by;
            });
  }

  private Refused denied(String remoteAddress, String why) {
    return KeyLogins.refusal(authenticator.denied(remoteAddress), why);
  }
}
