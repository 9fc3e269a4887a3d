package dev.parley.identity.persons;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.PersonsAtDoors;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import dev.parley.identity.jwt.AccessTokens;
import dev.parley.identity.jwt.SigningKeys;
import dev.parley.identity.password.HashCost;
import dev.parley.identity.password.Passwords;
import dev.parley.identity.refresh.RefreshTokens;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Persons as doors meet them. Each speaks as an agent of its own, and so is at every door what an
 * agent is; the agents it makes are its own, too. That agent has a token nobody knows: its hash is
 * renewed when everything the person has opened is to end. Any thread; {@link #register} and {@link
 * #invite} block shortly.
 */
public final class PersonAccess implements PersonsAtDoors, AutoCloseable {
  /** Whose tokens these are, and for whom. */
  private static final String ISSUER = "parley";

  private static final int NAME_MAX = 40;
  private static final int SUFFIX_LENGTH = 6;

  private final Participants participants;
  private final Passwords passwords;
  private final SigningKeys keys;
  private final Persons persons;
  private final PersonTokens tokens;
  private final RefreshTokens sessions;

  /**
   * What somebody says who wants an account.
   *
   * @param agent the name to speak under; null for one made from the email
   * @param displayName null for what stands before the at sign
   */
  public record Registration(
      String email, String password, @Nullable AgentId agent, @Nullable String displayName) {
    @Override
    public String toString() {
      return "Registration of " + email;
    }
  }

  private PersonAccess(
      Participants participants,
      Passwords passwords,
      SigningKeys keys,
      Persons persons,
      PersonTokens tokens,
      RefreshTokens sessions) {
    this.participants = participants;
    this.passwords = passwords;
    this.keys = keys;
    this.persons = persons;
    this.tokens = tokens;
    this.sessions = sessions;
  }

  /**
   * @param openToAll may strangers make accounts?
   */
  public static PersonAccess of(Broker broker, Timekeeper time, boolean openToAll) {
    Passwords passwords = new Passwords(HashCost.DEFAULT, Passwords.Room.DEFAULT);
    SigningKeys keys = new SigningKeys(broker.records(), time, AccessTokens.LIFETIME);
    Persons persons =
        new Persons(broker.records(), broker.transactions(), time, passwords, openToAll);
    RefreshTokens sessions = new RefreshTokens(broker.records(), broker.transactions(), time);
    PersonTokens tokens =
        new PersonTokens(persons, new AccessTokens(keys, time, ISSUER, ISSUER), sessions);
    return new PersonAccess(broker.participants(), passwords, keys, persons, tokens, sessions);
  }

  /** Told of the agent of each person a session of whom ends, here or at another hub. */
  public void onSessionEnd(Consumer<AgentId> hook) {
    sessions.onEnd(
        (person, _) -> persons.find(person).ifPresent(found -> hook.accept(found.agent())));
  }

  /** The public halves of the keys that sign access tokens, as a JWK set. */
  public String jwks() {
    return keys.jwks();
  }

  /**
   * Makes an account and its agent, and opens a session.
   *
   * @throws Refused when it cannot be made as it stands; in the future, when something is taken
   */
  public CompletableFuture<Grant> register(Entry entry, Registration asked) {
    EmailAddress email = EmailAddress.parse(asked.email);
    AgentId agent = asked.agent == null ? nameFor(email.local()) : asked.agent;
    if (participants.agent(agent).isPresent()) {
      throw taken(agent);
    }
    return persons
        .register(entry, asked.email, asked.password, agent, asked.displayName)
        .thenCompose(
            person ->
                created(person)
                    .exceptionallyCompose(
                        failure ->
                            persons
                                .remove(person.id())
                                .thenCompose(_ -> CompletableFuture.failedFuture(failure))))
        .thenCompose(tokens::open);
  }

  /** From the first half of an email: a name is not to be guessed wrongly for another's. */
  private AgentId nameFor(String local) {
    String plain =
        local.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String name = plain.length() > NAME_MAX ? plain.substring(0, NAME_MAX) : plain;
    String suffix = Token.hash(Token.generate().secret()).substring(0, SUFFIX_LENGTH);
    try {
      AgentId wanted = new AgentId(name);
      return participants.agent(wanted).isPresent() ? new AgentId(name + "-" + suffix) : wanted;
    } catch (InvalidAddress e) {
      return new AgentId("person-" + suffix);
    }
  }

  /** The agent was not made before the hub went down, or the hub's owner has deleted it. */
  private CompletableFuture<Person> withAgent(Person person) {
    Optional<Agent> there = participants.agent(person.agent());
    if (there.isEmpty()) {
      return created(person);
    }
    return there.get().isPerson()
        ? CompletableFuture.completedFuture(person)
        : CompletableFuture.failedFuture(taken(person.agent()));
  }

  private CompletableFuture<Person> created(Person person) {
    AgentId agent = person.agent();
    return participants
        .createAgentOf(agent, agent, person.displayName(), null, null, Token.generate().hash())
        .thenApply(_ -> person);
  }

  private static Refused taken(AgentId agent) {
    return new Refused(
        ErrorCode.ALREADY_EXISTS, "there is an agent '" + agent + "' already; choose another name");
  }

  /**
   * Opens a session.
   *
   * @param address from where, without the port
   */
  public CompletableFuture<Grant> logIn(String email, String password, String address) {
    return persons
        .logIn(email, password, address)
        .thenCompose(this::withAgent)
        .thenCompose(tokens::open);
  }

  /** For a login that is kept elsewhere, as browsers' are: who this is. */
  public CompletableFuture<AgentId> identify(String email, String password, String address) {
    return persons
        .logIn(email, password, address)
        .thenCompose(this::withAgent)
        .thenApply(Person::agent);
  }

  public CompletableFuture<Grant> refresh(String refreshToken) {
    return tokens.refresh(refreshToken);
  }

  /** Ends the session of this access token; completes with whether there was one. */
  public CompletableFuture<Boolean> logOut(String accessToken) {
    return tokens.close(accessToken);
  }

  /** Takes another password; everything that was opened with the old one ends. */
  public CompletableFuture<Person> changePassword(
      AgentId self, String old, String changed, String address) {
    Person person =
        persons
            .speakingAs(self)
            .orElseThrow(() -> new Refused(ErrorCode.FORBIDDEN, "'" + self + "' has no account"));
    return persons
        .changePassword(person.id(), old, changed, address)
        .thenCompose(now -> sessions.closeAll(now.id(), null).thenApply(_ -> now))
        .thenCompose(
            now ->
                participants
                    .setTokenHash(now.agent(), Token.generate().hash())
                    .thenApply(_ -> now));
  }

  /** A code with which one person may make an account; only the hub's owner may have one made. */
  public CompletableFuture<Token> invite(Visit by) {
    return persons.invite(by);
  }

  /** All accounts; only the hub's owner sees them. */
  public List<Person> list(Visit by) {
    by.requireOwner();
    return persons.list();
  }

  public Optional<Person> speakingAs(AgentId agent) {
    return persons.speakingAs(agent);
  }

  public Optional<Person> find(UUID id) {
    return persons.find(id);
  }

  /** Removes an account, its sessions and all agents of that person; only the hub's owner may. */
  public CompletableFuture<Person> remove(Visit by, UUID id) {
    return persons
        .remove(by, id)
        .thenCompose(was -> sessions.closeAll(was.id(), null).thenApply(_ -> was))
        .thenCompose(
            was ->
                participants
                    .deleteAgent(was.agent())
                    .handle((_, _) -> was)); // which the hub's owner may have deleted before
  }

  @Override
  public Optional<AgentId> holder(String accessToken) {
    return tokens
        .holder(accessToken)
        .map(Person::agent)
        .filter(agent -> participants.agent(agent).filter(Agent::isPerson).isPresent());
  }

  @Override
  public void close() {
    passwords.close();
  }

  @Override
  public boolean owns(AgentId person, AgentId agent) {
    return participants.separation().owns(person, agent);
  }
}
