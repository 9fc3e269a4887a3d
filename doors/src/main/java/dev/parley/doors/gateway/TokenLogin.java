package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.participants.Agent;
import dev.parley.identity.Authentication;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Identity;
import dev.parley.loops.BotIds;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Logins with the tokens of this hub: an agent's for itself, a person's for the person and the
 * person's bots, the hub owner's for the owner and for every bot; a bot that is not there yet is
 * made for whoever comes with it.
 */
public final class TokenLogin implements GatewayLogin {
  /** BotIds gives these to agents whose name is no UUID: nobody may register under one. */
  private static final int DERIVED_VERSION = 8;

  private static final Outcome WRONG_TOKEN = new Outcome.Denied("401 invalid token");
  private static final Outcome WRONG_BOT = new Outcome.Denied("401 invalid bot id");
  private static final Outcome FOREIGN_BOT = new Outcome.Denied("401 bot belongs to another owner");

  private final Broker broker;
  private final Identity identity;
  private final BotIds botIds;

  public TokenLogin(Broker broker, Identity identity, BotIds botIds) {
    this.broker = broker;
    this.identity = identity;
    this.botIds = botIds;
  }

  @Override
  public CompletableFuture<Outcome> login(
      @Nullable UUID bot, @Nullable String token, String address) {
    if (token == null) {
      return CompletableFuture.completedFuture(WRONG_TOKEN);
    }
    if (!broker.isShared() || isKnown(bot, token)) {
      return decide(bot, token, address);
    }
    // A token or bot that nobody here knows may have been made at another hub just now.
    return broker
        .caughtUp()
        .thenCompose(_ -> decide(bot, token, address))
        .exceptionally(TokenLogin::trouble);
  }

  private boolean isKnown(@Nullable UUID bot, String token) {
    return identity.authenticator().holder(token).isPresent()
        && (bot == null || botIds.agent(bot).isPresent());
  }

  private CompletableFuture<Outcome> decide(@Nullable UUID bot, String token, String address) {
    return switch (identity.authenticator().authenticate(token, address)) {
      case Authentication.Accepted(Principal.Owner owner) -> asOwner(owner, bot, address);
      case Authentication.Accepted(Principal.AgentPrincipal agent) -> {
        if (bot == null || bot.equals(botIds.of(agent.id()))) {
          yield CompletableFuture.completedFuture(new Outcome.Accepted(agent));
        }
        yield isPerson(agent)
            ? asOwner(agent, bot, address)
            : CompletableFuture.completedFuture(FOREIGN_BOT);
      }
      case Authentication.Denied(), Authentication.DeniedTooOften() ->
          CompletableFuture.completedFuture(WRONG_TOKEN);
    };
  }

  private boolean isPerson(Principal.AgentPrincipal agent) {
    return broker.participants().agent(agent.id()).filter(Agent::isPerson).isPresent();
  }

  private boolean owns(Principal owner, AgentId bot) {
    AgentId person = owner.scope();
    return person == null || broker.participants().separation().owns(person, bot);
  }

  private CompletableFuture<Outcome> asOwner(Principal owner, @Nullable UUID bot, String address) {
    if (bot == null) {
      return CompletableFuture.completedFuture(new Outcome.Accepted(owner));
    }
    Optional<AgentId> known = botIds.agent(bot);
    if (known.isPresent()) {
      return CompletableFuture.completedFuture(
          owns(owner, known.get()) ? as(known.get()) : FOREIGN_BOT);
    }
    if (bot.version() == DERIVED_VERSION) {
      return CompletableFuture.completedFuture(WRONG_BOT);
    }
    AgentId id = new AgentId(bot.toString());
    return identity
        .accounts()
        .create(new Visit(owner, Door.GATEWAY, address), id, null, null, null)
        .thenApply(_ -> as(id))
        .exceptionally(
            failure ->
                // Two connections of a new bot may come at the same time.
                Refused.of(failure).code() == ErrorCode.ALREADY_EXISTS && owns(owner, id)
                    ? as(id)
                    : trouble(failure));
  }

  private static Outcome as(AgentId bot) {
    return new Outcome.Accepted(new Principal.AgentPrincipal(bot));
  }

  private static Outcome trouble(Throwable failure) {
    return Outcome.NotNow.because(failure);
  }
}
