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
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
  private static final int GONE_EARLY_MAX = 1_000;

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

  /** Ended by another thread or hub before the one that opened them was told that they are open. */
  private final Set<String> goneEarly = ConcurrentHashMap.newKeySet();

  private volatile Consumer<UUID> reuseHook = _ -> {};
  private volatile Consumer<Session> endHook = _ -> {};

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

  /** Told of each session that ends before its time, here or at another hub; must not block. */
  public void onEnd(Consumer<Session> hook) {
    endHook = hook;
  }

  /** Begins a session. Whoever has too many loses the one that ends first. */
  public CompletableFuture<Opened> open(UUID person) {
    Opening opening = opening(person, null);
    return transactions
        .run(
            tx -> {
              opening.write(tx);
              return true;
            })
        .thenApply(_ -> opening.done());
  }

  /**
   * The same as part of another commit.
   *
   * @param terms of the program that is let in, or null for a person's own
   */
  public Opening opening(UUID person, @Nullable Terms terms) {
    long now = time.millis();
    String family = Token.hash(Token.generate().secret()).substring(0, ID_LENGTH);
    String id = session(family);
    Token secret = Token.generate();
    return new Opening(
        new Family(
            id,
            person,
            secret.hash(),
            now + LIFETIME.toMillis(),
            now + FAMILY_LIFETIME.toMillis(),
            terms),
        tooMany(person),
        new Opened(person, id, family + "." + secret.secret()));
  }

  /** A session that is about to begin. */
  public final class Opening {
    private final Family family;
    private final List<String> dropped;
    private final Opened opened;

    private Opening(Family family, List<String> dropped, Opened opened) {
      this.family = family;
      this.dropped = dropped;
      this.opened = opened;
    }

    public String session() {
      return family.id();
    }

    /** Committer thread; may be asked more than once. */
    public void write(Tx tx) {
      dropped.forEach(each -> tx.delete(TABLE, each));
      tx.put(TABLE, family.id(), family.toBytes());
    }

    /** Once that is durable. */
    public Opened done() {
      dropped.forEach(RefreshTokens.this::gone);
      families.put(family.id(), family);
      if (goneEarly.remove(family.id())) {
        gone(family.id());
      }
      return opened;
    }
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
   * Takes a token of a person's own and gives the next one.
   *
   * @throws Refused in the future, when it is not good
   */
  public CompletableFuture<Opened> rotate(String token) {
    return rotate(token, null);
  }

  /**
   * @param client whose token it has to be, or null for a person's own
   */
  public CompletableFuture<Opened> rotate(String token, @Nullable String client) {
    String family = familyIn(token);
    if (family == null) {
      return CompletableFuture.failedFuture(noGood());
    }
    String id = session(family);
    String hash = Token.hash(token.substring(ID_LENGTH + 1));
    Token secret = Token.generate();
    long now = time.millis();
    return transactions
        .run(tx -> decide(tx, id, client, hash, secret.hash(), now))
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

  /** The first half of what could be a token, or null. */
  private static @Nullable String familyIn(String token) {
    return token.indexOf('.') != ID_LENGTH || token.length() > 4 * ID_LENGTH
        ? null
        : token.substring(0, ID_LENGTH);
  }

  private static Decided decide(
      Tx tx, String id, @Nullable String client, String hash, String nextHash, long now) {
    byte[] kept = tx.get(TABLE, id);
    if (kept == null) {
      return new Decided(null, null);
    }
    Family family = Family.of(id, kept);
    if (!family.isOf(client)) {
      return new Decided(null, null);
    }
    if (!Token.sameHash(family.secretHash(), hash)) {
      // Who knows the first half has had one of this family's tokens, and this is not the last.
      tx.delete(TABLE, id);
      return new Decided(null, family);
    }
    if (family.expiresAt() <= now) {
      return new Decided(null, null);
    }
    Family next = family.next(nextHash, now + LIFETIME.toMillis());
    tx.put(TABLE, id, next.toBytes());
    return new Decided(next, null);
  }

  /** Is this session still open? */
  public boolean isOpen(String session) {
    return find(session).isPresent();
  }

  /** That session, if it is open. */
  public Optional<Session> find(String session) {
    return Optional.ofNullable(families.get(session)).filter(this::isOpen).map(Family::session);
  }

  private boolean isOpen(Family family) {
    return family.expiresAt() > time.endingMillis();
  }

  /** The session of a refresh token, also of one that is no longer the last of its family. */
  public Optional<Session> withToken(String refreshToken) {
    String family = familyIn(refreshToken);
    return family == null ? Optional.empty() : find(session(family));
  }

  /** What somebody has open, the newest first. */
  public List<Session> of(UUID person) {
    return families.values().stream()
        .filter(family -> family.person().equals(person) && isOpen(family))
        .map(Family::session)
        .sorted(Comparator.comparingLong(Session::openedAt).reversed().thenComparing(Session::id))
        .toList();
  }

  /**
   * Ends a session in a commit of the caller's, who says with {@link #ended} that it is durable.
   */
  public void end(Tx tx, String session) {
    tx.delete(TABLE, session);
  }

  public void ended(String session) {
    gone(session);
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
      endHook.accept(ended.session());
    } else {
      if (goneEarly.size() >= GONE_EARLY_MAX) {
        goneEarly.clear();
      }
      goneEarly.add(id);
    }
  }

  private static Refused noGood() {
    return new Refused(ErrorCode.UNAUTHORIZED, "this refresh token is not good (any more)");
  }
}
