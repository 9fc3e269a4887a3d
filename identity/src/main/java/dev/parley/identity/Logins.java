package dev.parley.identity;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.time.Timekeeper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Browsers that have logged in, and the one-time codes with which they may. A browser holds a
 * random secret as its cookie, and the page another, its key, because cookies are sent to every
 * port of a host: neither is good without the other. The hub keeps their hashes, on disk, so that a
 * restart logs nobody out. A login ends with its time, with a logout, and with the token it was
 * made with: renewing a token or deleting an agent voids it. Any thread; never blocks after the
 * start.
 */
public final class Logins {
  public static final Duration LIFETIME = Duration.ofDays(7);
  static final Duration CODE_LIFETIME = Duration.ofMinutes(1);
  static final int CODES_MAX = 100;
  private static final String TABLE = "logins";

  /**
   * @param agent the agent's id, or empty for the owner
   * @param credential the hash of the token at the time
   * @param key the hash of the page's key; of an older version's login empty, which no hash is
   */
  private record Login(String agent, String credential, long expiresAt, String key) {
    byte[] toBytes() {
      return String.join("\n", agent, credential, Long.toString(expiresAt), key)
          .getBytes(StandardCharsets.UTF_8);
    }

    static Login of(byte[] bytes) {
      String[] parts = new String(bytes, StandardCharsets.UTF_8).split("\n", 4);
      return new Login(
          parts[0], parts[1], Long.parseLong(parts[2]), parts.length < 4 ? "" : parts[3]);
    }
  }

  /**
   * What a browser that has logged in is given.
   *
   * @param cookie which scripts cannot read, and which the browser sends to every port of this host
   * @param key which only the hub's own pages can read, and send
   */
  public record Opened(Token cookie, Token key) {}

  private final Records records;
  private final String ownerTokenHash;
  private final Participants participants;
  private final Timekeeper time;
  private final LoginLimits limits;
  private final Map<String, Login> logins = new ConcurrentHashMap<>();
  private final Map<String, Long> codes = new ConcurrentHashMap<>();

  public Logins(
      Records records,
      String ownerTokenHash,
      Participants participants,
      Timekeeper time,
      LoginLimits limits) {
    this.records = records;
    this.ownerTokenHash = ownerTokenHash;
    this.participants = participants;
    this.time = time;
    this.limits = limits;
    records.forEach(TABLE, (hash, value) -> logins.put(hash, Login.of(value)));
    // A browser that signed in at another hub is signed in here, too.
    records.follow(
        TABLE,
        (hash, value) -> {
          if (value == null) {
            logins.remove(hash);
          } else {
            logins.put(hash, Login.of(value));
          }
        });
  }

  /**
   * Completes with the browser's secrets once their hashes are on disk. Whoever has too many loses
   * the one of its own that ends first; nobody's login ends because of an agent's.
   */
  public CompletableFuture<Opened> open(Principal who) {
    Opened opened = new Opened(Token.generate(), Token.generate());
    String agent = who instanceof Principal.AgentPrincipal(AgentId id) ? id.value() : "";
    String credential = credentialOf(agent);
    Login login =
        new Login(
            agent,
            credential == null ? "" : credential,
            time.millis() + LIFETIME.toMillis(),
            opened.key.hash());
    List<String> dropped;
    try {
      dropped = makeRoom(agent);
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
    CompletableFuture<Boolean> cleared =
        dropped.isEmpty()
            ? CompletableFuture.completedFuture(true)
            : records.delete(TABLE, dropped);
    return cleared
        .thenCompose(_ -> records.put(TABLE, opened.cookie.hash(), login.toBytes()))
        .thenApply(
            _ -> {
              logins.put(opened.cookie.hash(), login);
              return opened;
            });
  }

  /**
   * Those whose time is over go. If that is not enough, one goes that ends first: an agent's own,
   * and for the owner some agent's before one of the owner's.
   */
  private List<String> makeRoom(String agent) {
    long now = time.endingMillis();
    List<String> dropped = new ArrayList<>();
    logins.forEach(
        (hash, login) -> {
          if (login.expiresAt <= now) {
            dropped.add(hash);
          }
        });
    dropped.forEach(logins::remove);
    boolean owner = agent.isEmpty();
    boolean full = logins.size() >= limits.max();
    if (full || (!owner && count(agent) >= limits.perAgentMax())) {
      String gone = owner ? firstToEnd(login -> !login.agent.isEmpty()) : null;
      gone = gone == null ? firstToEnd(login -> login.agent.equals(agent)) : gone;
      if (gone == null) {
        throw new Refused(
            ErrorCode.OVERLOADED,
            "as many are logged in as limits.loginsMax allows: " + limits.max());
      }
      logins.remove(gone);
      dropped.add(gone);
    }
    return dropped;
  }

  private long count(String agent) {
    return logins.values().stream().filter(login -> login.agent.equals(agent)).count();
  }

  private @Nullable String firstToEnd(Predicate<Login> which) {
    return logins.entrySet().stream()
        .filter(entry -> which.test(entry.getValue()))
        .min(Comparator.comparingLong(entry -> entry.getValue().expiresAt))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  /** Who holds these two, or null when nobody does any more. */
  public @Nullable Principal holder(String cookie, String key) {
    Login login = logins.get(Token.hash(cookie));
    if (login == null
        || login.expiresAt <= time.endingMillis()
        || !Token.sameHash(Token.hash(key), login.key)) {
      return null;
    }
    String credential = credentialOf(login.agent);
    if (credential == null || !Token.sameHash(credential, login.credential)) {
      return null;
    }
    return login.agent.isEmpty()
        ? new Principal.Owner()
        : new Principal.AgentPrincipal(new AgentId(login.agent));
  }

  private @Nullable String credentialOf(String agent) {
    return agent.isEmpty()
        ? ownerTokenHash
        : participants.agent(new AgentId(agent)).map(Agent::tokenHash).orElse(null);
  }

  public CompletableFuture<Boolean> close(String cookie) {
    String hash = Token.hash(cookie);
    return logins.remove(hash) == null
        ? CompletableFuture.completedFuture(false)
        : records.delete(TABLE, List.of(hash));
  }

  /** A code that makes one browser the owner's, once, within a minute. */
  public Token newCode() {
    long now = time.millis();
    codes.values().removeIf(expiresAt -> expiresAt <= now);
    if (codes.size() >= CODES_MAX) {
      codes.clear(); // nobody asks for so many in a minute but a script gone wild
    }
    Token code = Token.generate();
    codes.put(code.hash(), now + CODE_LIFETIME.toMillis());
    return code;
  }

  public boolean redeem(String code) {
    Long expiresAt = codes.remove(Token.hash(code));
    return expiresAt != null && expiresAt > time.millis();
  }
}
