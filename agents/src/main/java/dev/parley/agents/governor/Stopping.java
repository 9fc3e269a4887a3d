package dev.parley.agents.governor;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Refuses, and has a person told: in a commit of its own, because what is refused changes nothing,
 * and only if no other hub has done so. Committer thread.
 */
final class Stopping {
  private static final AgentId DEVELOPER = new AgentId(Sender.OWNER_NAME);
  private static final int CHAIN_SHOWN = 20;
  private static final int AT_ONCE_MAX = 256;

  private final Broker broker;
  private final GovernorConfig config;
  private final Stops stops;
  private final Set<String> underway = ConcurrentHashMap.newKeySet();

  Stopping(Broker broker, GovernorConfig config, Stops stops) {
    this.broker = broker;
    this.config = config;
    this.stops = stops;
  }

  /**
   * @param known what was stopped before in this scope, or null
   * @param limit what was reached
   * @return to be thrown
   */
  Refused refuse(
      @Nullable Stop known,
      Stop.Kind kind,
      String scope,
      List<String> agents,
      Draft draft,
      String why,
      Spent limit,
      ErrorCode code) {
    String id = Stop.idOf(scope);
    if ((known == null || known.allowed())
        && underway.size() < AT_ONCE_MAX
        && underway.add(scope)) {
      MessageId cause = draft.causeOrReplyTo();
      String sender = draft.from();
      var _ =
          broker
              .transactions()
              .run(
                  tx -> {
                    if (Objects.equals(Stops.current(tx, id), known)) {
                      stop(tx, kind, scope, agents, cause, sender, why, limit);
                    }
                    return id;
                  })
              .whenComplete((_, _) -> underway.remove(scope));
    }
    return new Refused(
        code,
        why + "; a person was told and may let it go on with 'parley governor allow " + id + "'");
  }

  private void stop(
      Tx tx,
      Stop.Kind kind,
      String scope,
      List<String> agents,
      @Nullable MessageId cause,
      String sender,
      String why,
      Spent limit) {
    long now = broker.time().millis();
    boolean quietly = stops.isTold(agents, now - config.window().toMillis());
    List<String> chain =
        Lineages.chain(tx, cause, CHAIN_SHOWN).stream().map(MessageId::toString).toList();
    Stop stop =
        new Stop(
            Stop.idOf(scope),
            kind,
            scope,
            agents,
            chain,
            why,
            limit.tokens(),
            limit.costMicros(),
            false,
            now,
            quietly ? 0 : now,
            null);
    stops.put(tx, stop);
    if (!quietly) {
      MessageId _ = tx.route(Card.to(personBehind(sender), stop), Sender.HUB);
    }
  }

  /** The person whose agent it is. */
  private AgentId personBehind(String sender) {
    try {
      return broker
          .participants()
          .agent(new AgentId(sender))
          .map(Agent::owner)
          .filter(owner -> broker.participants().agent(owner).isPresent())
          .orElse(DEVELOPER);
    } catch (InvalidAddress e) {
      return DEVELOPER;
    }
  }
}
