package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.loops.model.ConversationIds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Agents as UUIDs, for protocols that know no other ids. An agent whose id is the text of a UUID
 * (in lower case, not of version 8) has that one; every other has one of version 8 that follows
 * from its id. So nobody can take the UUID of another agent as its own name; whoever registers
 * agents under UUIDs refuses those of version 8. Any thread; never blocks.
 */
public final class BotIds {
  private static final int PAGE = 1_000;
  private static final int VERSION = 8;

  private final Participants participants;
  private volatile @Nullable Map<UUID, AgentId> byUuid;

  BotIds(Participants participants) {
    this.participants = participants;
  }

  public UUID of(AgentId agent) {
    UUID own = ownUuid(agent.value());
    return own != null ? own : ConversationIds.bot(agent);
  }

  private static @Nullable UUID ownUuid(String text) {
    if (text.length() != 36) {
      return null;
    }
    try {
      UUID uuid = UUID.fromString(text);
      return uuid.version() != VERSION && uuid.toString().equals(text) ? uuid : null;
    } catch (IllegalArgumentException notOne) {
      return null;
    }
  }

  /** The agent there is now that has this UUID. */
  public Optional<AgentId> agent(UUID bot) {
    if (bot.version() != VERSION) {
      AgentId same = new AgentId(bot.toString());
      return participants.agent(same).map(Agent::id);
    }
    return Optional.ofNullable(named().get(bot))
        .filter(found -> participants.agent(found).isPresent());
  }

  /** Made when it is first asked for: most hubs never need it. */
  private Map<UUID, AgentId> named() {
    Map<UUID, AgentId> made = byUuid;
    if (made != null) {
      return made;
    }
    synchronized (this) {
      made = byUuid;
      if (made == null) {
        made = new ConcurrentHashMap<>();
        Map<UUID, AgentId> filling = made;
        participants.onAgent(
            (_, now) -> {
              if (now != null) {
                note(filling, now.id());
              }
            });
        List<Agent> page = participants.agents(null, PAGE);
        while (!page.isEmpty()) {
          page.forEach(agent -> note(filling, agent.id()));
          page = participants.agents(page.getLast().id(), PAGE);
        }
        byUuid = made;
      }
      return made;
    }
  }

  private static void note(Map<UUID, AgentId> names, AgentId agent) {
    if (ownUuid(agent.value()) == null) {
      names.put(ConversationIds.bot(agent), agent);
    }
  }
}
