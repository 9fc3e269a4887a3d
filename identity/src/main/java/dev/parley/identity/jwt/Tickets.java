package dev.parley.identity.jwt;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Token;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Notes that the hub gives to a browser between two pages and believes when they come back, at
 * whatever hub: who has signed in, for the one thing that was asked. They are good for ten minutes.
 * Any thread; never blocks.
 */
public final class Tickets {
  static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final String BINDING = "for";

  private final SigningKeys keys;
  private final Signed signed;
  private final Timekeeper time;

  public Tickets(SigningKeys keys, Timekeeper time) {
    this.keys = keys;
    this.signed = new Signed(keys, new JOSEObjectType("ticket+jwt"));
    this.time = time;
  }

  /**
   * @param binding what it is for; only a hash of it is in the ticket
   */
  public CompletableFuture<String> issue(UUID subject, String binding) {
    return keys.signing()
        .thenApply(
            key ->
                signed.sign(
                    key,
                    new JWTClaimsSet.Builder()
                        .subject(subject.toString())
                        .claim(BINDING, Token.hash(binding))
                        .expirationTime(
                            Date.from(Instant.ofEpochMilli(time.millis()).plus(LIFETIME)))
                        .build()));
  }

  /**
   * Whose it is, if it is good.
   *
   * @param binding what it would have to be for, if it is that one's
   */
  public Optional<UUID> subject(String ticket, Function<UUID, String> binding) {
    JWTClaimsSet claims = signed.claims(ticket);
    if (claims == null
        || claims.getSubject() == null
        || claims.getExpirationTime() == null
        || !claims.getExpirationTime().toInstant().isAfter(Instant.ofEpochMilli(time.millis()))) {
      return Optional.empty();
    }
    try {
      UUID subject = UUID.fromString(claims.getSubject());
      String kept = claims.getStringClaim(BINDING);
      return kept != null && Token.sameHash(kept, Token.hash(binding.apply(subject)))
          ? Optional.of(subject)
          : Optional.empty();
    } catch (ParseException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
