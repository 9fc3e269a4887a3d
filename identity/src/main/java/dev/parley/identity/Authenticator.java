package dev.parley.identity;

import dev.parley.core.address.AgentId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.time.Timekeeper;
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
  private final FailedAttempts failures;

  public Authenticator(String ownerTokenHash, Participants participants, Timekeeper time) {
    this(
        ownerTokenHash,
        id -> participants.agent(id).map(Agent::tokenHash).orElse(null),
        new FailedAttempts(time));
  }

  Authenticator(
      String ownerTokenHash,
      Function<AgentId, @Nullable String> tokenHashes,
      FailedAttempts failures) {
    this.ownerTokenHash = ownerTokenHash;
    this.tokenHashes = tokenHashes;
    this.failures = failures;
  }

  /**
   * @param agent whom the caller says to be, or null for the owner
   * @param remoteAddress where the attempt comes from, without the port
   */
  public Authentication authenticate(@Nullable AgentId agent, String token, String remoteAddress) {
    String expected = agent == null ? ownerTokenHash : tokenHashes.apply(agent);
    boolean same = Token.sameHash(expected == null ? NOBODY : expected, Token.hash(token));
    if (same && expected != null) {
      return new Authentication.Accepted(
          agent == null ? new Principal.Owner() : new Principal.AgentPrincipal(agent));
    }
    return failures.oneMoreIsTooMany(remoteAddress)
        ? new Authentication.DeniedTooOften()
        : new Authentication.Denied();
  }
}
