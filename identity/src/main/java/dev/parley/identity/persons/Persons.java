package dev.parley.identity.persons;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import dev.parley.identity.password.Passwords;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The accounts. An address is one person's, however it is written, on all hubs: the committer
 * decides. Who has an account is told to nobody but the owner: a wrong password and an unknown
 * address get the same answer after the same work. Any thread; {@link #invite} and {@link
 * #register} read records, and so block shortly.
 */
public final class Persons {
  static final int MAX = 10_000;
  private static final int DISPLAY_NAME_MAX = 100;
  private static final String TABLE = "persons";
  private static final String EMAILS = "person-emails";
  private static final String AGENTS = "person-agents";

  private final Transactions transactions;
  private final Timekeeper time;
  private final Passwords passwords;
  private final Invitations invitations;
  private final LoginAttempts attempts;
  private final boolean openToAll;
  private final Map<UUID, Person> persons = new ConcurrentHashMap<>();
  private final Map<String, UUID> byEmail = new ConcurrentHashMap<>();

  /**
   * @param openToAll may strangers make accounts?
   */
  public Persons(
      Records records,
      Transactions transactions,
      Timekeeper time,
      Passwords passwords,
      boolean openToAll) {
    this.transactions = transactions;
    this.time = time;
    this.passwords = passwords;
    this.invitations = new Invitations(records, time);
    this.attempts = new LoginAttempts(time);
    this.openToAll = openToAll;
    records.forEach(TABLE, (id, value) -> came(Person.of(id, value)));
    records.follow(
        TABLE,
        (id, value) -> {
          if (value == null) {
            gone(UUID.fromString(id));
          } else {
            came(Person.of(id, value));
          }
        });
  }

  private void came(Person person) {
    persons.put(person.id(), person);
    byEmail.put(person.email().key(), person.id());
  }

  private void gone(UUID id) {
    Person was = persons.remove(id);
    if (was != null) {
      byEmail.remove(was.email().key(), id);
    }
  }

  public Optional<Person> find(UUID id) {
    return Optional.ofNullable(persons.get(id));
  }

  /** Who speaks as this agent. */
  public Optional<Person> speakingAs(AgentId agent) {
    return persons.values().stream().filter(person -> person.agent().equals(agent)).findAny();
  }

  /** The oldest first. */
  public List<Person> list() {
    return persons.values().stream()
        .sorted(Comparator.comparingLong(Person::createdAt).thenComparing(Person::id))
        .toList();
  }

  /** A code with which one person may make an account; only the owner may have one made. */
  public CompletableFuture<Token> invite(Visit by) {
    return invitations.invite(by);
  }

  /**
   * Makes an account.
   *
   * @param agent as which the person is to speak
   * @param displayName null for what stands before the at sign
   * @throws Refused when it cannot be made as it stands; in the future, when the address is taken
   */
  public CompletableFuture<Person> register(
      Entry entry, String email, String password, AgentId agent, @Nullable String displayName) {
    requireEntry(entry);
    EmailAddress address = EmailAddress.parse(email);
    String name = displayName(displayName == null ? address.local() : displayName);
    return passwords
        .hash(password)
        .thenCompose(
            hash -> {
              Person person =
                  new Person(UUID.randomUUID(), address, agent, name, hash, time.millis());
              return transactions.run(tx -> create(tx, entry, person));
            })
        .thenApply(
            person -> {
              came(person);
              return person;
            });
  }

  /** Before a hash is computed, so that a stranger costs nothing. */
  private void requireEntry(Entry entry) {
    switch (entry) {
      case Entry.ByOwner(Visit by) -> by.requireOwner();
      case Entry.Invited(String code) -> invitations.requireGood(code);
      case Entry.Stranger _ -> {
        if (!openToAll) {
          throw new Refused(
              ErrorCode.UNAUTHORIZED, "an account needs an invitation of the hub's owner");
        }
      }
    }
    if (persons.size() >= MAX) {
      throw new Refused(ErrorCode.OVERLOADED, "there are " + MAX + " accounts");
    }
  }

  private Person create(Tx tx, Entry entry, Person person) {
    if (entry instanceof Entry.Invited(String code)) {
      invitations.redeem(tx, code);
    }
    if (tx.get(EMAILS, person.email().key()) != null) {
      throw new Refused(ErrorCode.ALREADY_EXISTS, "there is an account with this email already");
    }
    if (tx.get(AGENTS, person.agent().value()) != null) {
      throw new Refused(ErrorCode.ALREADY_EXISTS, "'" + person.agent() + "' is another person");
    }
    byte[] id = person.id().toString().getBytes(StandardCharsets.US_ASCII);
    tx.put(TABLE, person.id().toString(), person.toBytes());
    tx.put(EMAILS, person.email().key(), id);
    tx.put(AGENTS, person.agent().value(), id);
    return person;
  }

  private static String displayName(String text) {
    String name = text.strip();
    if (name.isEmpty()
        || name.codePointCount(0, name.length()) > DISPLAY_NAME_MAX
        || name.codePoints().anyMatch(Persons::isUnseen)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'displayName' has 1 to " + DISPLAY_NAME_MAX + " characters that can be seen");
    }
    return name;
  }

  private static boolean isUnseen(int codePoint) {
    int type = Character.getType(codePoint);
    return Character.isISOControl(codePoint)
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  /**
   * Who this is.
   *
   * @param address from where the attempt comes, without the port
   * @throws Refused in the future, when the two do not belong together, or after too many attempts
   */
  public CompletableFuture<Person> logIn(String email, String password, String address) {
    String key = email.strip().toLowerCase(Locale.ROOT);
    UUID id = byEmail.get(key);
    return proven(id == null ? null : persons.get(id), account(id, key), password, address)
        .thenCompose(
            person ->
                passwords.isOutdated(person.passwordHash())
                    ? withNewHash(person, password)
                    : CompletableFuture.completedFuture(person));
  }

  /** While the password is at hand, its hash gets today's cost; if that fails, another time. */
  private CompletableFuture<Person> withNewHash(Person person, String password) {
    return CompletableFuture.completedFuture(password)
        .thenCompose(passwords::hash)
        .thenCompose(hash -> replace(person, hash))
        .exceptionally(_ -> person);
  }

  /**
   * Accounts by their id; of the addresses of nobody only a hash, for they may be of any length.
   */
  private static String account(@Nullable UUID id, String key) {
    return id == null ? Token.hash(key) : id.toString();
  }

  private CompletableFuture<Person> proven(
      @Nullable Person person, String account, String password, String address) {
    try {
      attempts.begin(account, address);
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return passwords
        .matches(password, person == null ? null : person.passwordHash())
        .whenComplete(
            (_, failure) -> {
              if (failure != null) {
                attempts.takeBack(account, address); // nothing was compared
              }
            })
        .thenApply(
            same -> {
              // Not if the password was changed, or the account removed, while it was compared.
              if (!same || person == null || !person.equals(persons.get(person.id()))) {
                throw new Refused(ErrorCode.UNAUTHORIZED, "the email or the password is wrong");
              }
              attempts.succeeded(account, address);
              return person;
            });
  }

  /**
   * Takes another password, for who knows the old one. The caller ends the sessions.
   *
   * @throws Refused when the new one is no good; in the future, when the old one is wrong
   */
  public CompletableFuture<Person> changePassword(
      UUID id, String old, String changed, String address) {
    Passwords.requireGood(changed);
    return proven(persons.get(id), id.toString(), old, address)
        .thenCompose(person -> passwords.hash(changed).thenCompose(hash -> replace(person, hash)));
  }

  private CompletableFuture<Person> replace(Person was, String hash) {
    Person now = was.withPasswordHash(hash);
    return transactions
        .run(
            tx -> {
              byte[] kept = tx.get(TABLE, was.id().toString());
              if (kept == null || !Person.of(was.id().toString(), kept).equals(was)) {
                throw new Refused(ErrorCode.CONFLICT, "the account was changed by somebody else");
              }
              tx.put(TABLE, was.id().toString(), now.toBytes());
              return now;
            })
        .thenApply(
            person -> {
              persons.replace(person.id(), was, person);
              return person;
            });
  }

  /** Removes an account; only the owner may. The caller ends the sessions. */
  public CompletableFuture<Person> remove(Visit by, UUID id) {
    by.requireOwner();
    return remove(id);
  }

  CompletableFuture<Person> remove(UUID id) {
    return transactions
        .run(
            tx -> {
              byte[] kept = tx.get(TABLE, id.toString());
              if (kept == null) {
                throw new Refused(ErrorCode.NOT_FOUND, "there is no account " + id);
              }
              Person was = Person.of(id.toString(), kept);
              tx.delete(TABLE, id.toString());
              tx.delete(EMAILS, was.email().key());
              tx.delete(AGENTS, was.agent().value());
              return was;
            })
        .thenApply(
            was -> {
              gone(id);
              return was;
            });
  }
}
