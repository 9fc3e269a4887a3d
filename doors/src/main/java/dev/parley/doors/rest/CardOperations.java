package dev.parley.doors.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Participants;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.PublishedCard;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Authority;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Cards with which agents say what they are good for. An agent publishes its own, and a person or
 * the hub's owner those of their agents; whoever sees an agent may read its card.
 */
final class CardOperations {
  private static final String CARD = "/api/agents/{agentId}/card";
  private static final String OF_BOT = BotOperations.BOT + "/card";

  private final Participants participants;
  private final Authority authority;
  private final Bots bots;

  CardOperations(RestServices services, Bots bots) {
    this.participants = services.broker().participants();
    this.authority = services.identity().authority();
    this.bots = bots;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(CARD, "getAgentCard", "The card that an agent has published")
            .by(Access.ANYONE)
            .answering("PublishedCard")
            .doing(call -> shown(call.visit(), call.segment("agentId", AgentId::new))),
        Operation.of(HttpMethod.PUT, CARD, "putAgentCard", "Publish the card of an agent")
            .by(Access.ANYONE)
            .takingWhole("PublishedCard", Field.CARD)
            .answering("PublishedCard")
            .audited("agent.card")
            .doing(call -> published(call, owned(call))),
        Operation.delete(CARD, "deleteAgentCard", "Take the card of an agent back")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("agent.card")
            .doing(call -> participants.setCard(owned(call), null).thenApply(_ -> Reply.nothing())),
        Operation.get(OF_BOT, "getBotCard", "The card that a bot has published")
            .by(Access.ANYONE)
            .answering("PublishedCard")
            .doing(call -> shown(call.visit(), bots.seen(call.visit(), call))),
        Operation.post(OF_BOT, "postBotCard", "Publish the card of a bot")
            .by(Access.ANYONE)
            .takingWhole("PublishedCard", Field.CARD)
            .answering("PublishedCard")
            .audited("agent.card")
            .doing(call -> published(call, bots.inPath(call).bot())));
  }

  /** As for its token: of agents that this one may not even see it is not said that they exist. */
  private AgentId owned(RestCall call) {
    AgentId id = call.segment("agentId", AgentId::new);
    authority.requireSeen(call.visit(), id);
    if (!bots.mayActFor(call.principal(), id)) {
      throw new Refused(ErrorCode.FORBIDDEN, "'" + id + "' is not yours: you may not change it");
    }
    return id;
  }

  private CompletableFuture<Reply> published(RestCall call, AgentId id) {
    byte[] given = Objects.requireNonNullElse(call.request().raw(Field.CARD), new byte[0]);
    String card = PublishedCard.checked(given);
    return participants
        .setCard(id, card)
        .thenApply(_ -> Reply.ok(out -> out.raw(card.getBytes(UTF_8))));
  }

  private CompletableFuture<Reply> shown(Visit by, AgentId id) {
    authority.requireSeen(by, id);
    String card = participants.requireAgent(id).card();
    if (card == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "'" + id + "' has published no card");
    }
    return Reply.ok(out -> out.raw(card.getBytes(UTF_8))).now();
  }
}
