package dev.parley.identity.oauth;

import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Token;
import dev.parley.identity.refresh.RefreshTokens;
import dev.parley.identity.refresh.RefreshTokens.Opened;
import dev.parley.identity.refresh.RefreshTokens.Opening;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Authorization codes: random, good once and for a minute, kept as hashes. One that comes a second
 * time has been copied: what was opened with it ends (RFC 9700). Decided by the committer, together
 * with the session that is opened, so that two hubs never take the same one. Used ones are kept for
 * an hour, to know them again. Any thread; never blocks after the start.
 */
final class Codes {
  static final Duration LIFETIME = Duration.ofSeconds(60);
  static final Duration KEPT = Duration.ofHours(1);
  static final int PER_PERSON_MAX = 20;
  private static final String TABLE = "oauth-codes";

  /** What became of a code that somebody has shown. */
  sealed interface Redeemed {
    record Good(Code code, Opened opened) implements Redeemed {}

    /** It does not fit, or its time is over: it is good for nobody any more. */
    record Bad() implements Redeemed {}

    /** It was used before; what it had opened has ended. */
    record Replayed(Code code) implements Redeemed {}
  }

  /** Decided by the committer; nobody is told before it is durable. */
  private enum Decision {
    GOOD,
    BAD,
    REPLAYED
  }

  private record Decided(Decision decision, @Nullable Code now) {}

  private final Transactions transactions;
  private final Timekeeper time;
  private final RefreshTokens sessions;
  private final Map<String, Code> codes = new ConcurrentHashMap<>();

  Codes(Records records, Transactions transactions, Timekeeper time, RefreshTokens sessions) {
    this.transactions = transactions;
    this.time = time;
    this.sessions = sessions;
    records.forEach(TABLE, (hash, value) -> codes.put(hash, Code.of(value)));
    records.follow(TABLE, (hash, value) -> keep(hash, value == null ? null : Code.of(value)));
  }

  private void keep(String hash, @Nullable Code code) {
    if (code == null) {
      codes.remove(hash);
    } else {
      codes.put(hash, code);
    }
  }

  /** Completes with the secret once its hash is on disk. */
  CompletableFuture<String> issue(Code code) {
    Token secret = Token.generate();
    List<String> gone = over(code.person());
    return transactions
        .run(
            tx -> {
              gone.forEach(hash -> tx.delete(TABLE, hash));
              tx.put(TABLE, secret.hash(), code.toBytes());
              return true;
            })
        .thenApply(
            _ -> {
              gone.forEach(codes::remove);
              codes.put(secret.hash(), code);
              return secret.secret();
            });
  }

  /** Those nobody needs, and of somebody who asks for many the oldest. */
  private List<String> over(UUID person) {
    long now = time.endingMillis() - KEPT.toMillis();
    Predicate<Map.Entry<String, Code>> over = entry -> entry.getValue().expiresAt() <= now;
    List<Map.Entry<String, Code>> own =
        codes.entrySet().stream()
            .filter(over.negate())
            .filter(entry -> entry.getValue().person().equals(person))
            .sorted(Comparator.comparingLong(entry -> entry.getValue().expiresAt()))
            .toList();
    return Stream.concat(
            codes.entrySet().stream().filter(over),
            own.stream().limit(Math.max(0, own.size() - PER_PERSON_MAX + 1)))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What is known here of this code. */
  Optional<Code> find(String secret) {
    return Optional.ofNullable(codes.get(Token.hash(secret)));
  }

  /**
   * Takes a code and opens a session.
   *
   * @param known what {@link #find} has told
   * @param fits whether whoever shows it is the one it was made for
   */
  CompletableFuture<Redeemed> redeem(String secret, Code known, boolean fits) {
    String hash = Token.hash(secret);
    Opening opening = sessions.opening(known.person(), known.terms());
    long now = time.millis();
    return transactions
        .run(tx -> decide(tx, hash, fits, opening, now))
        .thenApply(decided -> told(hash, decided, opening));
  }

  private Decided decide(Tx tx, String hash, boolean fits, Opening opening, long now) {
    byte[] kept = tx.get(TABLE, hash);
    if (kept == null) {
      return new Decided(Decision.BAD, null);
    }
    Code code = Code.of(kept);
    if (code.isUsed()) {
      sessions.end(tx, code.session());
      return new Decided(Decision.REPLAYED, code);
    }
    if (!fits || code.expiresAt() <= now) {
      tx.delete(TABLE, hash);
      return new Decided(Decision.BAD, null);
    }
    Code used = code.usedFor(opening.session());
    tx.put(TABLE, hash, used.toBytes());
    opening.write(tx);
    return new Decided(Decision.GOOD, used);
  }

  private Redeemed told(String hash, Decided decided, Opening opening) {
    Code now = decided.now;
    keep(hash, now);
    if (now == null) {
      return new Redeemed.Bad();
    }
    if (decided.decision == Decision.REPLAYED) {
      sessions.ended(now.session());
      return new Redeemed.Replayed(now);
    }
    return new Redeemed.Good(now, opening.done());
  }

  int size() {
    return codes.size();
  }
}
