package dev.parley.identity.jwt;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.parley.core.time.Timekeeper;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes and verifies access tokens, as {@link Signed} does. Verifying takes a fraction of a
 * millisecond of computing. Any thread; never blocks.
 */
public final class AccessTokens {
  public static final Duration LIFETIME = Duration.ofMinutes(15);

  /** How far the clocks of two hubs may be apart. */
  static final Duration LEEWAY = Duration.ofSeconds(30);

  private static final int LENGTH_MAX = 2_048;
  private static final String SESSION = "sid";

  private final SigningKeys keys;
  private final Signed signed;
  private final Timekeeper time;
  private final Stamp own;

  public AccessTokens(SigningKeys keys, Timekeeper time, String issuer, String audience) {
    this.keys = keys;
    this.signed = new Signed(keys, new JOSEObjectType("at+jwt"));
    this.time = time;
    this.own = new Stamp(issuer, audience);
  }

  /**
   * @param session with which it ends
   */
  public CompletableFuture<String> issue(UUID subject, String session) {
    return issue(subject, session, own, Map.of());
  }

  /**
   * @param further claims, for those who read tokens; the hub believes its records
   */
  public CompletableFuture<String> issue(
      UUID subject, String session, Stamp stamp, Map<String, String> further) {
    return keys.signing()
        .thenApply(key -> signed.sign(key, claims(subject, session, stamp, further)));
  }

  private JWTClaimsSet claims(
      UUID subject, String session, Stamp stamp, Map<String, String> further) {
    Instant now = Instant.ofEpochMilli(time.millis());
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(stamp.issuer())
            .audience(stamp.audience())
            .subject(subject.toString())
            .claim(SESSION, session)
            .issueTime(Date.from(now))
            .notBeforeTime(Date.from(now))
            .expirationTime(Date.from(now.plus(LIFETIME)))
            .jwtID(UUID.randomUUID().toString());
    further.forEach(claims::claim);
    return claims.build();
  }

  /** Could this be one? Tokens of agents and of the hub's owner never are. */
  public static boolean looksLikeOne(String token) {
    return token.startsWith("eyJ");
  }

  public Verified verify(String token) {
    return verify(token, _ -> null);
  }

  /**
   * @param stamps those of sessions whose tokens have another than the usual one
   */
  public Verified verify(String token, Function<String, @Nullable Stamp> stamps) {
    try {
      JWTClaimsSet claims = token.length() > LENGTH_MAX ? null : signed.claims(token);
      return claims == null ? new Verified.Bad() : judged(claims, stamps);
    } catch (ParseException | IllegalArgumentException e) {
      return new Verified.Bad();
    }
  }

  private Verified judged(JWTClaimsSet claims, Function<String, @Nullable Stamp> stamps)
      throws ParseException {
    Instant issued = instant(claims.getIssueTime());
    Instant from = instant(claims.getNotBeforeTime());
    Instant until = instant(claims.getExpirationTime());
    String subject = claims.getSubject();
    String session = claims.getStringClaim(SESSION);
    if (issued == null
        || from == null
        || until == null
        || subject == null
        || session == null
        || !isStamped(claims, stamps.apply(session))
        || until.isAfter(issued.plus(LIFETIME))) {
      return new Verified.Bad();
    }
    UUID who = UUID.fromString(subject);
    Instant now = Instant.ofEpochMilli(time.millis());
    Instant latest = now.plus(LEEWAY);
    if (!who.toString().equals(subject) || from.isAfter(latest) || issued.isAfter(latest)) {
      return new Verified.Bad();
    }
    return until.isAfter(now)
        ? new Verified.Good(who, session, until.toEpochMilli())
        : new Verified.Expired();
  }

  private boolean isStamped(JWTClaimsSet claims, @Nullable Stamp expected) {
    Stamp stamp = expected == null ? own : expected;
    return stamp.issuer().equals(claims.getIssuer())
        && List.of(stamp.audience()).equals(claims.getAudience());
  }

  private static @Nullable Instant instant(@Nullable Date date) {
    return date == null ? null : date.toInstant();
  }
}
