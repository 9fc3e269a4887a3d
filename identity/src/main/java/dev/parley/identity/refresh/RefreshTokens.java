package dev.parley.identity.refresh;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Token;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refresh tokens: random, good once, kept as hashes. Each that is used is followed by another of
 * the same family. One that comes a second time has been copied, by somebody who was there before
 * the person or after: the family ends, and whoever holds the newer one is out as well. Decided by
 * the committer, so that two hubs never take the same one. Any thread; never blocks after the
 * start.
 */
public final class RefreshTokens {
  static final Duration LIFETIME = Duration.ofDays(14);
  static final Duration FAMILY_LIFETIME = Duration.ofDays(90);
  static final int PER_PERSON_MAX = 20;
  private static final String TABLE = "refresh-tokens";
  private static final int ID_LENGTH = 32;

  /**
   * @param session the family's id, which is no secret: it stands in access tokens
   * @param secret the token, to be shown once
   */
  public record Opened(UUID person, String session, String secret) {
    @Override
    public String toString() {
      return "Opened " + session;
    }
  }

  /** Decided by the committer; nobody is told before it is durable. */
  private record Decided(@Nullable Family next, @Nullable Family ended) {}

  private final Records records;
  private final Transactions transactions;
  private final Timekeeper time;
  private final Map<String, Family> families = new ConcurrentHashMap<>();
  private volatile Consumer<UUID> reuseHook = _ -> {};
  private volatile BiConsumer<UUID, String> endHook = (_, _) -> {};

  public RefreshTokens(Records records, Transactions transactions, Timekeeper time) {
    this.records = records;
    this.transactions = transactions;
    this.time = time;
    records.forEach(TABLE, (id, value) -> families.put(id, Family.of(id, value)));
    records.follow(
        TABLE,
        (id, value) -> {
          if (value == null) {
            gone(id);
          } else {
            families.put(id, Family.of(id, value));
          }
        });
  }

  /** Told whose token came twice. */
  public void onReuse(Consumer<UUID> hook) {
    reuseHook = hook;
  }

  /**
   * Told of each session that ends before its time, here or at another hub, and whose it was; must
   * not block.
   */
  public void onEnd(BiConsumer<UUID, String> hook) {
    endHook = hook;
  }

  /** Begins a session. Whoever has too many loses the one that ends first. */
  public CompletableFuture<Opened> open(UUID person) {
    long now = time.millis();
    String family = Token.hash(Token.generate().secret()).substring(0, ID_LENGTH);
    String id = session(family);
    Token secret = Token.generate();
    Family opened =
        new Family(
            id, person, secret.hash(), now + LIFETIME.toMillis(), now + FAMILY_LIFETIME.toMillis());
    List<String> dropped = tooMany(person);
    return transactions
        .run(
            tx -> {
              dropped.forEach(each -> tx.delete(TABLE, each));
              tx.put(TABLE, id, opened.toBytes());
              return true;
            })
        .thenApply(
            _ -> {
              dropped.forEach(this::gone);
              families.put(id, opened);
              return new Opened(person, id, family + "." + secret.secret());
            });
  }

  /** From the first half of a token, which is the same in all of a family and as secret. */
  private static String session(String family) {
    return Token.hash(family).substring(0, ID_LENGTH);
  }

  private List<String> tooMany(UUID person) {
    long now = time.endingMillis();
    List<Family> own = families.values().stream().filter(f -> f.person().equals(person)).toList();
    Predicate<Family> over = family -> family.expiresAt() <= now;
    long live = own.stream().filter(over.negate()).count();
    return Stream.concat(
            own.stream().filter(over),
            own.stream()
                .filter(over.negate())
                .sorted(Comparator.comparingLong(Family::expiresAt))
                .limit(Math.max(0, live - PER_PERSON_MAX + 1)))
        .map(Family::id)
        .toList();
  }

  /**
   * Takes a token and gives the next one.
   *
   * @throws Refused in the future, when it is not good
   */
  public CompletableFuture<Opened> rotate(String token) {
    int dot = token.indexOf('.');
    if (dot != ID_LENGTH || token.length() > 4 * ID_LENGTH) {
      return CompletableFuture.failedFuture(noGood());
    }
    String family = token.substring(0, dot);
    String id = session(family);
    String hash = Token.hash(token.substring(dot + 1));
    Token secret = Token.generate();
    long now = time.millis();
    return transactions
        .run(tx -> decide(tx, id, hash, secret.hash(), now))
        .thenApply(
            decided -> {
              if (decided.ended != null) {
                gone(id);
                reuseHook.accept(decided.ended.person());
              }
              Family next = decided.next;
              if (next == null) {
                throw noGood();
              }
              // Not if it was closed meanwhile: then it stays closed.
              families.computeIfPresent(id, (_, _) -> next);
              return new Opened(next.person(), id, family + "." + secret.secret());
            });
  }

  private Decided decide(Tx tx, String id, String hash, String nextHash, long now) {
    byte[] kept = tx.get(TABLE, id);
    if (kept == null) {
      return new Decided(null, null);
    }
    Family family = Family.of(id, kept);
    if (!Token.sameHash(family.secretHash(), hash)) {
      // Who knows the first half has had one of this family's tokens, and this is not the last.
      tx.delete(TABLE, id);
      return new Decided(null, family);
    }
    if (family.expiresAt() <= now) {
      return new Decided(null, null);
    }
    Family next =
        new Family(
            id,
            family.person(),
            nextHash,
            Math.min(now + LIFETIME.toMillis(), family.endsAt()),
            family.endsAt());
    tx.put(TABLE, id, next.toBytes());
    return new Decided(next, null);
  }

  /** Is this session still open? */
  public boolean isOpen(String session) {
    Family family = families.get(session);
    return family != null && family.expiresAt() > time.endingMillis();
  }

  /** Ends one session. */
  public CompletableFuture<Boolean> close(String session) {
    return families.containsKey(session)
        ? delete(List.of(session))
        : CompletableFuture.completedFuture(false);
  }

  /**
   * Ends all sessions of a person but one.
   *
   * @param kept null for none
   */
  public CompletableFuture<Boolean> closeAll(UUID person, @Nullable String kept) {
    return delete(
        families.values().stream()
            .filter(family -> family.person().equals(person) && !family.id().equals(kept))
            .map(Family::id)
            .toList());
  }

  private CompletableFuture<Boolean> delete(List<String> ids) {
    return records
        .delete(TABLE, ids)
        .thenApply(
            _ -> {
              ids.forEach(this::gone);
              return true;
            });
  }

  private void gone(String id) {
    Family ended = families.remove(id);
    if (ended != null) {
      endHook.accept(ended.person(), id);
    }
  }

  private static Refused noGood() {
    return new Refused(ErrorCode.UNAUTHORIZED, "this refresh token is not good (any more)");
  }
}
