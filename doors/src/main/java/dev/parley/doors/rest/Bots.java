package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Presence;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Authority;
import dev.parley.loops.BotIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Agents as clients of the gateway name them, by UUIDs, and who may act for which: a bot for
 * itself, a person for the person's bots, the hub's owner for all.
 */
final class Bots {
  /** What is not the caller's is refused in the same words, whether it is there or not. */
  private static final String NOT_YOURS = "this bot is not yours";

  private static final int DERIVED_VERSION = 8;
  private static final int PAGE = 1_000;

  private final Participants participants;
  private final Presence presence;
  private final BotIds botIds;
  private final Authority authority;

  /** A bot, and the visit as which it acts: whatever it may not, its owner may not in its name. */
  record Acting(AgentId bot, Visit visit) {}

  Bots(RestServices services) {
    this.participants = services.broker().participants();
    this.presence = services.broker().presence();
    this.botIds = services.loops().botIds();
    this.authority = services.identity().authority();
  }

  /** The bot that the path names. */
  Acting inPath(RestCall call) {
    return acting(call, uuid("bot", call.segment("bot", text -> text)));
  }

  /** The bot that the body names, in either spelling; otherwise the only one there is to mean. */
  Acting inBody(RestCall call) {
    String named = named(call.request());
    if (named != null) {
      return acting(call, uuid(Field.BOT_ID.wireName(), named));
    }
    Principal who = call.principal();
    if (who instanceof Principal.AgentPrincipal(AgentId self) && !isPerson(self)) {
      return new Acting(self, call.visit());
    }
    List<Agent> own = own(who, null, 2);
    if (own.size() != 1) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'botId' is missing: you have " + (own.isEmpty() ? "no bot yet" : "several bots"));
    }
    return as(call, own.getFirst().id());
  }

  /** The bot that a body names, or null. */
  static @Nullable String named(Request request) {
    String camel = request.text(Field.BOT_ID);
    String named = camel == null ? request.text(Field.BOT_ID_SNAKE) : camel;
    return named == null || named.isEmpty() ? null : named;
  }

  private Acting acting(RestCall call, UUID bot) {
    Optional<AgentId> known = botIds.agent(bot);
    Principal who = call.principal();
    if (known.isEmpty() && who.isOwner()) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no bot " + bot);
    }
    if (known.isEmpty() || !mayActFor(who, known.get())) {
      throw new Refused(ErrorCode.FORBIDDEN, NOT_YOURS);
    }
    return as(call, known.get());
  }

  /** The bot that the path names, to be looked at by whoever sees it. */
  AgentId seen(Visit by, RestCall call) {
    UUID id = uuid("bot", call.segment("bot", text -> text));
    Optional<AgentId> known = botIds.agent(id);
    if (known.isEmpty() || !authority.maySee(by.who(), known.get())) {
      throw Refused.hidden("there is no bot " + id);
    }
    return known.get();
  }

  boolean mayActFor(Principal who, AgentId bot) {
    AgentId self = who.scope();
    return who.mayActFor(bot) || (self != null && participants.separation().owns(self, bot));
  }

  private static Acting as(RestCall call, AgentId bot) {
    Principal itself = new Principal.AgentPrincipal(bot);
    return new Acting(bot, new Visit(itself, Door.REST, call.remoteAddress()));
  }

  static UUID uuid(String name, String text) {
    try {
      UUID uuid = UUID.fromString(text);
      if (uuid.toString().equalsIgnoreCase(text)) {
        return uuid;
      }
    } catch (IllegalArgumentException _) {
      // said below
    }
    throw new Refused(ErrorCode.BAD_REQUEST, "'" + name + "' must be a UUID");
  }

  /** The agent that comes under this UUID, there or not; none may be made with a derived one. */
  AgentId newcomer(UUID bot) {
    return botIds
        .agent(bot)
        .orElseGet(
            () -> {
              if (bot.version() == DERIVED_VERSION) {
                throw new Refused(ErrorCode.BAD_REQUEST, "'botId' must not be a UUID of version 8");
              }
              return new AgentId(bot.toString());
            });
  }

  /**
   * The bots of a person or of the hub's owner, in the order of their names.
   *
   * @param after where to begin, or null
   */
  List<Agent> own(Principal who, @Nullable AgentId after, int limit) {
    AgentId person = who.scope();
    if (person != null && !isPerson(person)) {
      throw new Refused(ErrorCode.FORBIDDEN, "a bot has no bots; ask with its owner's token");
    }
    if (person != null) {
      return participants.separation().agentsOf(person).stream()
          .filter(each -> !each.equals(person))
          .filter(each -> after == null || each.value().compareTo(after.value()) > 0)
          .sorted((one, other) -> one.value().compareTo(other.value()))
          .flatMap(each -> participants.agent(each).stream())
          .limit(limit)
          .toList();
    }
    List<Agent> own = new ArrayList<>();
    List<Agent> page = participants.agents(after, PAGE);
    while (!page.isEmpty() && own.size() < limit) {
      page.stream()
          .filter(agent -> agent.owner() == null)
          .filter(agent -> !agent.id().value().equals(Principal.OWNER_SENDER))
          .limit(limit - own.size())
          .forEach(own::add);
      page = participants.agents(page.getLast().id(), PAGE);
    }
    return own;
  }

  private boolean isPerson(AgentId agent) {
    return participants.agent(agent).filter(Agent::isPerson).isPresent();
  }

  UUID idOf(AgentId agent) {
    return botIds.of(agent);
  }

  Agent agent(AgentId bot) {
    return participants.requireAgent(bot);
  }

  Optional<Agent> find(AgentId bot) {
    return participants.agent(bot);
  }

  /** Is it connected, by whatever door and to whichever hub? */
  boolean isOnline(AgentId bot) {
    return presence.isOnline(bot);
  }
}
