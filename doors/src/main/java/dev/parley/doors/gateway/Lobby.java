package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.SecureBits;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import dev.parley.loops.BotIds;
import dev.parley.loops.Conversations;
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
  private final BotIds botIds;
  private final Timekeeper time;

  /** A bot has one connection; an owner may have several. */
  private final Map<AgentId, Set<Guest>> guests = new ConcurrentHashMap<>();

  private final Map<UUID, Set<Following>> followings = new ConcurrentHashMap<>();

  Lobby(GatewayServices services) {
    this.conversations = services.conversations();
    this.botIds = services.botIds();
    this.time = services.broker().time();
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

  /** Is nobody here, and nothing followed? */
  boolean isEmpty() {
    return guests.isEmpty() && followings.isEmpty();
  }

  // ---- what happens in conversations

  @Override
  public void onJoined(AgentId who, Conversation conversation) {
    Set<Guest> present = guests.get(who);
    if (present != null) {
      present.forEach(guest -> guest.onJoined(conversation));
    }
  }

  /** Tells all who follow, whichever door it came by; nothing of it is kept. */
  @Override
  public void onPassing(Conversation conversation, AgentId from, String stream, byte[] content) {
    Set<Following> all = followings.get(conversation.id());
    if (all != null) {
      MessageId fresh = MessageId.of(time.millis(), SecureBits.next(), SecureBits.next());
      Speech speech = Speech.passing(conversation, fresh, from, stream, content, botIds);
      all.forEach(each -> each.onPassing(speech));
    }
  }

  @Override
  public void onLeft(AgentId who, Conversation conversation) {
    guests.getOrDefault(who, Set.of()).forEach(guest -> guest.leave(conversation.id()));
  }

  @Override
  public void onMessage(Conversation conversation, long seq, StoredMessage message) {
    Set<Following> all = followings.get(conversation.id());
    if (all != null) {
      Message accepted = conversations.accepted(message.id());
      Speech speech =
          accepted == null
              ? Speech.of(conversation, seq, message, botIds)
              : Speech.of(conversation, seq, accepted, botIds);
      all.forEach(each -> each.onSaid(speech));
    }
  }
}
