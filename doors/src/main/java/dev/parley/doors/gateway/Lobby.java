package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.StoredMessage;
import dev.parley.loops.BotIds;
import dev.parley.loops.Conversations;
import dev.parley.loops.Cursors;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Everybody who is connected, and what they follow. Told on the committer thread what happens in
 * conversations; asked on any.
 */
final class Lobby implements ConversationHook {
  private final Conversations conversations;
  private final Cursors cursors;
  private final BotIds botIds;

  /** A bot has one connection; an owner may have several. */
  private final Map<AgentId, Set<Guest>> guests = new ConcurrentHashMap<>();

  private final Map<UUID, Set<Following>> followings = new ConcurrentHashMap<>();

  Lobby(GatewayServices services) {
    this.conversations = services.conversations();
    this.cursors = services.cursors();
    this.botIds = services.botIds();
  }

  /** Takes the place of the bot's other connection, which is returned. */
  @Nullable Guest enter(Guest guest) {
    AtomicReference<@Nullable Guest> before = new AtomicReference<>();
    guests.compute(
        guest.self(),
        (_, present) -> {
          Set<Guest> all = present == null ? ConcurrentHashMap.newKeySet() : present;
          if (guest.isBot()) {
            before.set(all.stream().findAny().orElse(null));
            all.clear();
          }
          all.add(guest);
          return all;
        });
    return before.get();
  }

  void leave(Guest guest) {
    guests.computeIfPresent(
        guest.self(),
        (_, present) -> {
          present.remove(guest);
          return present.isEmpty() ? null : present;
        });
  }

  void add(Following following) {
    followings.compute(
        following.id(),
        (_, present) -> {
          Set<Following> all = present == null ? ConcurrentHashMap.newKeySet() : present;
          all.add(following);
          return all;
        });
  }

  void remove(Following following) {
    followings.computeIfPresent(
        following.id(),
        (_, present) -> {
          present.remove(following);
          return present.isEmpty() ? null : present;
        });
  }

  /** Tells all who follow; nothing of it is kept. */
  void pass(Speech speech, UUID conversation) {
    followings.getOrDefault(conversation, Set.of()).forEach(each -> each.onPassing(speech));
  }

  // ---- what happens in conversations

  @Override
  public void onJoined(AgentId who, Conversation conversation) {
    Set<Guest> present = guests.get(who);
    if (present != null) {
      present.forEach(guest -> guest.onJoined(conversation));
    } else if (conversation instanceof Conversation.OfChannel) {
      beginAtTheEnd(who, conversation.id());
    }
  }

  /**
   * Whoever joins a channel while it is away is not sent what was said there before it came. (A
   * message that is accepted while the end is looked up may be taken for one of those.)
   */
  private void beginAtTheEnd(AgentId who, UUID conversation) {
    var _ =
        conversations
            .head(conversation)
            .thenAccept(
                end -> {
                  if (end > 0 && !cursors.of(who, conversation).isKnown()) {
                    cursors.delivered(who, conversation, end);
                  }
                });
  }

  @Override
  public void onLeft(AgentId who, Conversation conversation) {
    guests.getOrDefault(who, Set.of()).forEach(guest -> guest.leave(conversation.id()));
  }

  @Override
  public void onMessage(Conversation conversation, long seq, StoredMessage message) {
    Set<Following> all = followings.get(conversation.id());
    if (all != null) {
      Speech speech = Speech.of(conversation, seq, message, botIds);
      all.forEach(each -> each.onSaid(speech));
    }
  }
}
