package dev.parley.identity.jwt;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.parley.core.ledger.Records;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys that sign access tokens, kept as records, the same on all hubs. The newest signs, once
 * every hub has had the time to hear of it; the older ones verify until all they have signed is
 * over, and go then. So a rotation logs nobody out. The first key is made when somebody first logs
 * in. Any thread; never blocks after the start.
 */
public final class SigningKeys {
  static final Duration ROTATION = Duration.ofDays(30);

  /** How long hubs may need to hear of a key that another has made. */
  static final Duration HEARD_OF = Duration.ofSeconds(30);

  private static final String TABLE = "jwt-keys";
  private static final Comparator<SigningKey> NEWEST_FIRST =
      Comparator.comparingLong(SigningKey::createdAt).thenComparing(SigningKey::id).reversed();

  private final Records records;
  private final Timekeeper time;
  private final Duration tokenLifetime;
  private final Map<String, SigningKey> keys = new ConcurrentHashMap<>();
  private @Nullable CompletableFuture<SigningKey> making;

  /**
   * @param tokenLifetime for how long what a key signs may be good
   */
  public SigningKeys(Records records, Timekeeper time, Duration tokenLifetime) {
    this.records = records;
    this.time = time;
    this.tokenLifetime = tokenLifetime;
    records.forEach(TABLE, (id, value) -> keys.put(id, SigningKey.of(value)));
    records.follow(
        TABLE,
        (id, value) -> {
          if (value == null) {
            keys.remove(id);
          } else {
            keys.put(id, SigningKey.of(value));
          }
        });
  }

  /**
   * The key to sign with now. Completes at once, except for the very first; a key that has signed
   * long enough is followed by another in the background.
   */
  CompletableFuture<SigningKey> signing() {
    List<SigningKey> ordered = ordered();
    if (ordered.isEmpty()) {
      return makeOnce();
    }
    if (ordered.getFirst().createdAt() + ROTATION.toMillis() <= time.endingMillis()) {
      var _ = makeOnce();
    }
    long heardOf = time.millis() - HEARD_OF.toMillis();
    return CompletableFuture.completedFuture(
        ordered.stream()
            .filter(key -> key.createdAt() <= heardOf)
            .findFirst()
            .orElseGet(ordered::getLast));
  }

  /** The key with this id, as long as something it has signed may be good. */
  @Nullable SigningKey verifying(String id) {
    SigningKey key = keys.get(id);
    return key == null || isOver(key, ordered()) ? null : key;
  }

  /** Makes a key that signs from soon on. */
  public CompletableFuture<String> rotate() {
    return makeOnce().thenApply(SigningKey::id);
  }

  /** The public halves, as a JWK set. */
  public String jwks() {
    List<SigningKey> ordered = ordered();
    List<JWK> shown =
        ordered.stream()
            .filter(key -> !isOver(key, ordered))
            .<JWK>map(key -> key.pair().toPublicJWK())
            .toList();
    return new JWKSet(shown).toString(true);
  }

  private List<SigningKey> ordered() {
    List<SigningKey> ordered = new ArrayList<>(keys.values());
    ordered.sort(NEWEST_FIRST);
    return ordered;
  }

  /** Its successor signs since so long that all this one has signed has ended. */
  private boolean isOver(SigningKey key, List<SigningKey> newestFirst) {
    int at = newestFirst.indexOf(key);
    Optional<SigningKey> successor =
        at > 0 ? Optional.of(newestFirst.get(at - 1)) : Optional.empty();
    return successor
        .map(
            next ->
                next.createdAt()
                    + HEARD_OF.toMillis()
                    + tokenLifetime.toMillis()
                    + AccessTokens.LEEWAY.toMillis())
        .filter(end -> end <= time.endingMillis())
        .isPresent();
  }

  /** Several that ask for a key at the same time get the same one. */
  private synchronized CompletableFuture<SigningKey> makeOnce() {
    CompletableFuture<SigningKey> running = making;
    if (running != null && !running.isDone()) {
      return running;
    }
    SigningKey key = SigningKey.generate(time.millis());
    List<SigningKey> ordered = ordered();
    List<String> over =
        ordered.stream().filter(old -> isOver(old, ordered)).map(SigningKey::id).toList();
    // On disk before it signs: what it has signed must be good after a crash.
    CompletableFuture<SigningKey> made =
        records
            .put(TABLE, key.id(), key.toBytes())
            .thenApply(
                _ -> {
                  keys.put(key.id(), key);
                  return key;
                });
    making = made;
    if (!over.isEmpty()) {
      over.forEach(keys::remove);
      var _ = records.delete(TABLE, over);
    }
    return made;
  }
}
