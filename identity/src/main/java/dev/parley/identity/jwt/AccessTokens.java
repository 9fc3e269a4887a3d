package dev.parley.identity.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.core.time.Timekeeper;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes and verifies access tokens. Nothing in a token says how it is to be verified: the algorithm
 * is the key's, the key is one of the hub's own, and of the header only the key's id is believed.
 * Verifying takes a fraction of a millisecond of computing. Any thread; never blocks.
 */
public final class AccessTokens {
  public static final Duration LIFETIME = Duration.ofMinutes(15);

  /** How far the clocks of two hubs may be apart. */
  static final Duration LEEWAY = Duration.ofSeconds(30);

  private static final int LENGTH_MAX = 2_048;
  private static final String SESSION = "sid";
  private static final JOSEObjectType TYPE = new JOSEObjectType("at+jwt");

  private final SigningKeys keys;
  private final Timekeeper time;
  private final String issuer;
  private final String audience;

  public AccessTokens(SigningKeys keys, Timekeeper time, String issuer, String audience) {
    this.keys = keys;
    this.time = time;
    this.issuer = issuer;
    this.audience = audience;
  }

  /**
   * @param session with which it ends
   */
  public CompletableFuture<String> issue(UUID subject, String session) {
    return keys.signing().thenApply(key -> signed(key, subject, session));
  }

  private String signed(SigningKey key, UUID subject, String session) {
    Instant now = Instant.ofEpochMilli(time.millis());
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer)
            .audience(audience)
            .subject(subject.toString())
            .claim(SESSION, session)
            .issueTime(Date.from(now))
            .notBeforeTime(Date.from(now))
            .expirationTime(Date.from(now.plus(LIFETIME)))
            .jwtID(UUID.randomUUID().toString())
            .build();
    JWSHeader header =
        new JWSHeader.Builder(SigningKey.ALGORITHM).type(TYPE).keyID(key.id()).build();
    SignedJWT token = new SignedJWT(header, claims);
    try {
      token.sign(new ECDSASigner(key.pair()));
    } catch (JOSEException e) {
      throw new IllegalStateException("a key of the hub's own cannot sign", e);
    }
    return token.serialize();
  }

  /** Could this be one? Tokens of agents and of the hub's owner never are. */
  public static boolean looksLikeOne(String token) {
    return token.startsWith("eyJ");
  }

  public Verified verify(String token) {
    try {
      JWTClaimsSet claims = claims(token);
      return claims == null ? new Verified.Bad() : judged(claims);
    } catch (ParseException | JOSEException | IllegalArgumentException e) {
      return new Verified.Bad();
    }
  }

  /** What it says, if it is one of ours. */
  private @Nullable JWTClaimsSet claims(String token) throws ParseException, JOSEException {
    if (token.length() > LENGTH_MAX) {
      return null;
    }
    SignedJWT parsed = SignedJWT.parse(token);
    JWSHeader header = parsed.getHeader();
    String id = header.getKeyID();
    if (id == null
        || !SigningKey.ALGORITHM.equals(header.getAlgorithm())
        || !TYPE.equals(header.getType())
        || header.getCriticalParams() != null) {
      return null;
    }
    SigningKey key = keys.verifying(id);
    return key != null && parsed.verify(new ECDSAVerifier(key.pair().toECPublicKey()))
        ? parsed.getJWTClaimsSet()
        : null;
  }

  private Verified judged(JWTClaimsSet claims) throws ParseException {
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
        || !issuer.equals(claims.getIssuer())
        || !List.of(audience).equals(claims.getAudience())
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

  private static @Nullable Instant instant(@Nullable Date date) {
    return date == null ? null : date.toInstant();
  }
}
