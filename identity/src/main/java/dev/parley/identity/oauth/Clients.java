package dev.parley.identity.oauth;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Place;
import dev.parley.identity.Token;
import dev.parley.identity.limits.Buckets;
import dev.parley.identity.limits.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The programs that have registered themselves, as anybody may (RFC 7591). So there is only room
 * for some, one place registers only so many a second, and those that nobody has let in are gone
 * after a day, or before when there is no room. Known at all hubs. Any thread; never blocks after
 * the start.
 */
final class Clients {
  static final int MAX = 1_000;
  static final Duration UNUSED_LIFETIME = Duration.ofDays(1);

  /** Longer than any session lasts that was opened the last time. */
  static final Duration USED_LIFETIME = Duration.ofDays(180);

  static final Rate RATE = new Rate(1, 20);
  private static final Duration USE_NOTED_EVERY = Duration.ofDays(1);
  private static final int REDIRECT_URIS_MAX = 10;
  private static final int NAME_MAX = 80;
  private static final int ID_LENGTH = 32;
  private static final String TABLE = "oauth-clients";

  private final Records records;
  private final Transactions transactions;
  private final Timekeeper time;
  private final LongSupplier nanos;
  private final Buckets<String> places = new Buckets<>(RATE, "registrations of programs");
  private final Map<String, Client> clients = new ConcurrentHashMap<>();

  /**
   * @param nanos of a clock that never goes back
   */
  Clients(Records records, Transactions transactions, Timekeeper time, LongSupplier nanos) {
    this.records = records;
    this.transactions = transactions;
    this.time = time;
    this.nanos = nanos;
    records.forEach(TABLE, (id, value) -> clients.put(id, Client.of(id, value)));
    records.follow(
        TABLE,
        (id, value) -> {
          if (value == null) {
            clients.remove(id);
          } else {
            clients.put(id, Client.of(id, value));
          }
        });
  }

  Optional<Client> find(String id) {
    return id.equals(Client.DESKTOP.id())
        ? Optional.of(Client.DESKTOP)
        : Optional.ofNullable(clients.get(id)).filter(client -> !isOver(client));
  }

  private boolean isOver(Client client) {
    long end =
        client.usedAt() == 0
            ? client.createdAt() + UNUSED_LIFETIME.toMillis()
            : client.usedAt() + USED_LIFETIME.toMillis();
    return end <= time.endingMillis();
  }

  /**
   * @param name what it calls itself, or null
   * @param address from where, without the port
   * @throws OAuthError when it is not one that people could be asked to let in
   * @throws Refused when there are too many
   */
  CompletableFuture<Client> register(
      @Nullable String name, List<String> redirectUris, String address) {
    places.take(Place.of(address), 1, nanos.getAsLong());
    if (redirectUris.isEmpty() || redirectUris.size() > REDIRECT_URIS_MAX) {
      throw new OAuthError(
          OAuthError.Kind.INVALID_REDIRECT_URI,
          "redirect_uris are 1 to " + REDIRECT_URIS_MAX + " addresses");
    }
    Client client =
        new Client(
            Token.hash(Token.generate().secret()).substring(0, ID_LENGTH),
            plain(name),
            redirectUris.stream().distinct().map(RedirectUri::new).toList(),
            time.millis(),
            0);
    List<String> gone = roomFor();
    return transactions
        .run(
            tx -> {
              gone.forEach(id -> tx.delete(TABLE, id));
              tx.put(TABLE, client.id(), client.toBytes());
              return client;
            })
        .thenApply(
            made -> {
              gone.forEach(clients::remove);
              clients.put(made.id(), made);
              return made;
            });
  }

  /** What cannot be seen, or turns text around, is left out: a name is for reading. */
  private static String plain(@Nullable String name) {
    StringBuilder plain = new StringBuilder();
    (name == null ? "" : name)
        .codePoints()
        .map(point -> Character.isWhitespace(point) ? ' ' : point)
        .filter(Clients::isSeen)
        .limit(NAME_MAX)
        .forEach(plain::appendCodePoint);
    String shown = plain.toString().strip();
    return shown.isEmpty() ? "A program without a name" : shown;
  }

  private static boolean isSeen(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** Those that are over go, and if that is not enough the oldest that nobody has let in. */
  private List<String> roomFor() {
    List<String> gone = new ArrayList<>();
    clients.values().stream().filter(this::isOver).map(Client::id).forEach(gone::add);
    int tooMany = clients.size() - gone.size() - MAX + 1;
    if (tooMany > 0) {
      List<String> unused =
          clients.values().stream()
              .filter(client -> client.usedAt() == 0 && !isOver(client))
              .sorted(Comparator.comparingLong(Client::createdAt))
              .limit(tooMany)
              .map(Client::id)
              .toList();
      if (unused.size() < tooMany) {
        throw new Refused(ErrorCode.OVERLOADED, "there are " + MAX + " programs that are in use");
      }
      gone.addAll(unused);
    }
    return gone;
  }

  /** Somebody lets it in. */
  CompletableFuture<Boolean> used(Client client) {
    long now = time.millis();
    if (client.isBuiltIn() || client.usedAt() + USE_NOTED_EVERY.toMillis() > now) {
      return CompletableFuture.completedFuture(true);
    }
    Client noted = client.usedAt(now);
    return records
        .put(TABLE, client.id(), noted.toBytes())
        .thenApply(
            _ -> {
              clients.put(client.id(), noted);
              return true;
            });
  }

  int size() {
    return clients.size();
  }
}
