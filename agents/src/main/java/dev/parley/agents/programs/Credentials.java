package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Participants;
import dev.parley.identity.Token;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives an agent a token for as long as its program runs. Whenever one is changed, the connections
 * it had opened are ended by who follows the registry of agents.
 */
final class Credentials {
  private static final Logger LOG = LoggerFactory.getLogger(Credentials.class);
  private static final int SECONDS_MAX = 30;

  private final Participants participants;

  Credentials(Participants participants) {
    this.participants = participants;
  }

  /** Makes the agent if there is none. A token it had is void from now on. */
  void give(AgentId agent, Token token) throws InterruptedException {
    if (participants.agent(agent).isPresent()) {
      result(participants.setTokenHash(agent, token.hash()));
    } else {
      result(participants.createAgent(agent, null, null, null, token.hash()));
    }
  }

  /** Unless the agent has been given another one since, which is none of our business. */
  void withdraw(AgentId agent, String tokenHash) {
    boolean ours =
        participants.agent(agent).map(now -> tokenHash.equals(now.tokenHash())).orElse(false);
    if (!ours) {
      return;
    }
    try {
      result(participants.setTokenHash(agent, null));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        LOG.warn("the token of '{}' could not be withdrawn: {}", agent, e.getMessage());
      }
    }
  }

  static <T> T result(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get(SECONDS_MAX, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new Refused(ErrorCode.TIMEOUT, "the hub is too busy; try again later");
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }
}
