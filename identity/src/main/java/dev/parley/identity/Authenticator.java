package dev.parley.identity;

import dev.parley.core.address.AgentId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.jwt.AccessTokens;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells who holds a token. Any thread; never blocks. */
public final class Authenticator {
  /**
   * Compared with when there is nothing to compare with, so that a made-up agent takes as long as a
   * real one.
   */
  private static final String NOBODY = Token.generate().hash();

  private final String ownerTokenHash;
  private final Function<AgentId, @Nullable String> tokenHashes;
  private final Function<String, Optional<AgentId>> tokenHolders;
  private final FailedAttempts failures;
  private final Map<String, AgentId> lent = new ConcurrentHashMap<>();
  private volatile Consumer<String> deniedHook = _ -> {};
  private volatile PersonsAtDoors persons = PersonsAtDoors.NONE;

  public Authenticator(String ownerTokenHash, Participants participants, Timekeeper time) {
    this(
        ownerTokenHash,
        id -> participants.agent(id).map(Agent::tokenHash).orElse(null),
        participants::tokenHolder,
        new FailedAttempts(time));
  }

  Authenticator(
      String ownerTokenHash,
      Function<AgentId, @Nullable String> tokenHashes,
      Function<String, Optional<AgentId>> tokenHolders,
      FailedAttempts failures) {
    this.ownerTokenHash = ownerTokenHash;
    this.tokenHashes = tokenHashes;
    this.tokenHolders = tokenHolders;
    this.failures = failures;
  }

  /** From now on the access tokens of persons are good, too. */
  public void admitting(PersonsAtDoors newPersons) {
    persons = newPersons;
  }

  /** A token that this hub has lent; it is void once this is closed. */
  public interface Loan extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Lends an agent's name to a process that this hub has started and that talks to this hub alone.
   * The token is good beside the agent's own, in the memory of this hub and nowhere else: whatever
   * becomes of the hub, it is void then (docs/adr/0072).
   *
   * @param token must not be used for anything else
   */
  public Loan lend(AgentId agent, Token token) {
    String hash = token.hash();
    lent.put(hash, agent);
    return () -> lent.remove(hash);
  }

  /**
   * @param agent whom the caller says to be, or null for the owner
   * @param remoteAddress where the attempt comes from, without the port
   */
  public Authentication authenticate(@Nullable AgentId agent, String token, String remoteAddress) {
    if (agent != null && AccessTokens.looksLikeOne(token)) {
      return persons
          .holder(token, Audience.HUB)
          .filter(person -> person.equals(agent) || persons.owns(person, agent))
          .map(_ -> accepted(agent))
          .orElseGet(() -> denied(remoteAddress));
    }
    String expected = agent == null ? ownerTokenHash : tokenHashes.apply(agent);
    boolean same = Token.sameHash(expected == null ? NOBODY : expected, Token.hash(token));
    if (same && expected != null) {
      return new Authentication.Accepted(
          agent == null ? new Principal.Owner() : new Principal.AgentPrincipal(agent));
    }
    return agent != null && agent.equals(lent.get(Token.hash(token)))
        ? accepted(agent)
        : denied(remoteAddress);
  }

  /**
   * For protocols in which a token comes alone and stands for whoever it was made for. It is looked
   * up by its hash: how long that takes tells nothing about a token that is not the right one.
   */
  public Authentication authenticate(String token, String remoteAddress) {
    return authenticate(token, Audience.HUB, remoteAddress);
  }

  /**
   * @param at for what an access token has to be made
   */
  public Authentication authenticate(String token, Audience at, String remoteAddress) {
    return holder(token, at)
        .<Authentication>map(Authentication.Accepted::new)
        .orElseGet(() -> denied(remoteAddress));
  }

  /**
   * Who holds this token, of somebody who was let in with it before: empty when it is no longer
   * good. Counts nothing, for this is no attempt.
   */
  public Optional<Principal> holder(String token) {
    return holder(token, Audience.HUB);
  }

  /**
   * @param at for what an access token has to be made
   */
  public Optional<Principal> holder(String token, Audience at) {
    String hash = Token.hash(token);
    return Token.sameHash(ownerTokenHash, hash)
        ? Optional.of(new Principal.Owner())
        : agentWith(token, hash, at).map(Principal.AgentPrincipal::new);
  }

  private Optional<AgentId> agentWith(String token, String hash, Audience at) {
    return AccessTokens.looksLikeOne(token)
        ? persons.holder(token, at)
        : tokenHolders.apply(hash).or(() -> Optional.ofNullable(lent.get(hash)));
  }

  private static Authentication accepted(AgentId agent) {
    return new Authentication.Accepted(new Principal.AgentPrincipal(agent));
  }

  /** Told of every wrong token, with where it came from, except when there are too many of them. */
  public void onDenied(Consumer<String> hook) {
    deniedHook = hook;
  }

  /** Somebody came with something wrong that is not a token, such as a one-time code. */
  public Authentication denied(String remoteAddress) {
    if (failures.oneMoreIsTooMany(remoteAddress)) {
      return new Authentication.DeniedTooOften();
    }
    deniedHook.accept(remoteAddress);
    return new Authentication.Denied();
  }
}
