package dev.parley.identity.persons;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Audience;
import dev.parley.identity.PersonsAtDoors;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import dev.parley.identity.jwt.AccessTokens;
import dev.parley.identity.jwt.SigningKeys;
import dev.parley.identity.password.HashCost;
import dev.parley.identity.password.Passwords;
import dev.parley.identity.refresh.RefreshTokens;
import dev.parley.identity.refresh.Session;
import dev.parley.identity.refresh.Terms;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
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

  /** In place of a person's id where the hub's owner has let a program in. */
  public static final UUID HUB_OWNER = new UUID(0, 0);

  private static final AgentId DEVELOPER = new AgentId(Sender.OWNER_NAME);
  private static final Comparator<AgentId> BY_NAME = Comparator.comparing(AgentId::value);

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

  /** Told who spoke in each session that ends, here or at another hub, and through which doors. */
  public void onSessionEnd(BiConsumer<AgentId, Audience> hook) {
    sessions.onEnd(
        session -> {
          Terms terms = session.terms();
          if (terms != null) {
            hook.accept(terms.agent(), terms.audience());
          } else {
            persons
                .find(session.person())
                .ifPresent(found -> hook.accept(found.agent(), Audience.HUB));
          }
        });
  }

  /** What persons have opened, and the programs they have let in. */
  public RefreshTokens sessions() {
    return sessions;
  }

  public PersonTokens tokens() {
    return tokens;
  }

  public SigningKeys keys() {
    return keys;
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
  public CompletableFuture<Person> identify(String email, String password, String address) {
    return persons.logIn(email, password, address).thenCompose(this::withAgent);
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
        .thenCompose(this::withNothingOpen);
  }

  /** Ends all sessions of a person, in browsers and elsewhere; its agents keep their tokens. */
  public CompletableFuture<Person> logOutEverywhere(Person person) {
    return withNothingOpen(person);
  }

  private CompletableFuture<Person> withNothingOpen(Person person) {
    return sessions
        .closeAll(person.id(), null)
        .thenCompose(_ -> participants.setTokenHash(person.agent(), Token.generate().hash()))
        .thenApply(_ -> person);
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
  public Optional<AgentId> holder(String accessToken, Audience at) {
    return tokens.session(accessToken).flatMap(session -> speaker(session, at));
  }

  private Optional<AgentId> speaker(Session session, Audience at) {
    Terms terms = session.terms();
    if (terms != null) {
      return terms.audience().opens(at) && holds(session.person(), terms)
          ? Optional.of(terms.agent())
          : Optional.empty();
    }
    return persons
        .find(session.person())
        .map(Person::agent)
        .filter(agent -> participants.agent(agent).filter(Agent::isPerson).isPresent());
  }

  /** Are these terms still what they were when they were agreed to? */
  public boolean holds(UUID person, Terms terms) {
    return credential(person, terms.agent())
        .filter(now -> Token.sameHash(now, terms.credential()))
        .isPresent();
  }

  /**
   * What changes when everything that was opened as this agent is to end; empty when this is no
   * agent that this one may let others act as. Persons have theirs, and the hub's owner has those
   * that are no person's, of which only {@code developer} needs no token.
   *
   * @param person or {@link #HUB_OWNER}
   */
  public Optional<String> credential(UUID person, AgentId agent) {
    return participants
        .agent(agent)
        .filter(found -> isOf(person, found))
        .map(Agent::tokenHash)
        .or(
            () ->
                person.equals(HUB_OWNER) && agent.equals(DEVELOPER)
                    ? participants.agent(agent).map(_ -> "")
                    : Optional.empty());
  }

  private boolean isOf(UUID person, Agent agent) {
    return person.equals(HUB_OWNER)
        ? agent.owner() == null
        : persons
            .find(person)
            .map(Person::agent)
            .filter(self -> self.equals(agent.owner()))
            .isPresent();
  }

  /**
   * As which agents this one may let others act, its own first.
   *
   * @param person or {@link #HUB_OWNER}
   */
  public List<AgentId> agentsOf(UUID person, int limit) {
    AgentId self =
        person.equals(HUB_OWNER)
            ? DEVELOPER
            : persons.find(person).map(Person::agent).orElse(DEVELOPER);
    Stream<AgentId> all =
        person.equals(HUB_OWNER)
            ? participants.agents(null, limit).stream().map(Agent::id)
            : participants.separation().agentsOf(self).stream().sorted(BY_NAME);
    return Stream.concat(Stream.of(self), all)
        .distinct()
        .filter(agent -> credential(person, agent).isPresent())
        .limit(limit)
        .toList();
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
