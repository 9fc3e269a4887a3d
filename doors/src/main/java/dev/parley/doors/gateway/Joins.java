package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.loops.Conversations;
import dev.parley.loops.model.Conversation;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Payload;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Joins, in three forms. Clients match the answers to joins of bots' streams by their order, so
 * each of those is answered, in turn, also when it is refused; the other forms are answered only
 * when they succeed. Event loop only.
 */
final class Joins {
  private static final int STREAM_CHARS_MAX = 64;

  private final Guest guest;
  private final Requests requests;

  Joins(Guest guest, Requests requests) {
    this.guest = guest;
    this.requests = requests;
  }

  void handle(Payload payload, int length) {
    String conversation = payload.text(Key.CONVERSATION_ID);
    if (conversation != null) {
      guest.connection().onAnswered(length);
      byConversation(Payload.uuid(conversation), payload.number(Key.LAST_ACKED_SEQ));
    } else if (payload.text(Key.CHANNEL_ID) != null) {
      guest.connection().onAnswered(length);
      channel(payload.uuid(Key.CHANNEL_ID));
    } else if (payload.text(Key.BOT_ID) != null || payload.text(Key.STREAM) != null) {
      stream(payload, length);
    } else {
      requests.drop(length);
    }
  }

  private Conversations conversations() {
    return guest.services().conversations();
  }

  private boolean takesPart(UUID conversation) {
    return conversations().isParticipant(conversation, guest.self());
  }

  private void byConversation(@Nullable UUID id, long lastAcked) {
    Conversation found =
        id == null || !takesPart(id) ? null : conversations().find(id).orElse(null);
    if (found != null) {
      tell(found);
      guest.join(found, lastAcked);
    }
  }

  private void channel(@Nullable UUID channel) {
    Conversation found = channel == null ? null : conversations().ofChannel(channel).orElse(null);
    if (found != null && takesPart(found.id())) {
      tell(found);
      guest.join(found);
    }
  }

  private void tell(Conversation conversation) {
    Frame result =
        Replies.joined(guest.spelling(), conversation, guest.self(), guest.services().botIds());
    if (result != null) {
      guest.send(result);
    }
  }

  private void stream(Payload payload, int length) {
    String botText = textOr(payload.text(Key.BOT_ID));
    String stream = textOr(payload.text(Key.STREAM));
    guest.connection().onAnswered(length);
    UUID bot = Payload.uuid(botText);
    if (bot == null) {
      refuse(botText, stream, "invalid bot id");
      return;
    }
    if (stream.isEmpty() || stream.length() > STREAM_CHARS_MAX) {
      refuse(botText, stream, "a stream has 1 to 64 characters");
      return;
    }
    Optional<AgentId> known = guest.services().botIds().agent(bot);
    if (known.isEmpty() || !isSeen(known.get())) {
      refuse(botText, stream, "unknown bot");
      return;
    }
    requests.await(
        conversations().stream(guest.self(), known.get(), stream),
        (conversation, failure) -> {
          if (conversation == null) {
            String why = failure == null ? "" : Refused.of(failure).code().wireName();
            refuse(botText, stream, "not joined " + why);
          } else {
            guest.send(Replies.streamJoined(guest.spelling(), conversation.id(), botText, stream));
            guest.join(conversation);
          }
        });
  }

  private boolean isSeen(AgentId bot) {
    return guest.services().identity().authority().maySee(guest.visit().who(), bot);
  }

  private static String textOr(@Nullable String text) {
    return text == null ? "" : text;
  }

  private void refuse(String bot, String stream, String why) {
    guest.send(Replies.streamRefused(guest.spelling(), bot, stream, why));
  }
}
