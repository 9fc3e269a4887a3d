package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.message.UnicodeText;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import dev.parley.doors.error.GatewayClose;
import dev.parley.doors.json.Utterance;
import dev.parley.doors.ws.Connection;
import dev.parley.loops.Conversations;
import dev.parley.loops.model.Conversation;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages. Their sender is told nothing: what cannot be sent is dropped and counted. Event loop
 * only.
 */
final class Sends {
  private static final int STREAM_CHARS_MAX = 64;
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  /** What is said on these is kept nowhere, whatever the flag says: some clients have no flag. */
  private static final Set<String> PASSING = Set.of("typing", "ping", "presence");

  private final Guest guest;
  private final Requests requests;
  private final GatewayDialects shared;
  private final Connection connection;
  private final Sender sender;
  private final Timekeeper time;
  private final Flood flood;
  private final Settled settled;

  Sends(Guest guest, Requests requests, GatewayDialects shared) {
    this.guest = guest;
    this.requests = requests;
    this.shared = shared;
    this.connection = guest.connection();
    this.sender = guest.visit().senderAs(guest.self().value());
    this.time = guest.services().broker().time();
    this.flood = new Flood(guest.limits());
    this.settled = new Settled(connection);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Said(
      String stream,
      byte[] content,
      @Nullable String text,
      @Nullable MessageId id,
      boolean isPassing,
      int length) {}

  void handle(Frame frame, Payload payload, int length) {
    if (isFlood()) {
      connection.onAnswered(length); // the connection ends
      return;
    }
    UUID target = payload.uuid(Key.CONVERSATION_ID);
    String stream = payload.text(Key.STREAM);
    if (target == null || (stream != null && stream.length() > STREAM_CHARS_MAX)) {
      requests.drop(length);
      guest.receipt(frame.messageId(), ErrorCode.BAD_REQUEST.wireName());
      return;
    }
    if (target.equals(Frame.NO_CONVERSATION)) {
      connection.onAnswered(length); // a sign of life, and nothing else
      return;
    }
    byte[] content = payload.content();
    Said said =
        new Said(
            stream == null ? "" : stream,
            content == null ? NULL : content,
            carried(payload.contentText()),
            frame.messageId().equals(Frame.NO_MESSAGE) ? null : frame.messageId(),
            frame.isEphemeral() || (stream != null && PASSING.contains(stream)),
            length);
    resolve(target, said);
  }

  /** Half a character can be written in JSON and not in UTF-8. */
  private static @Nullable String carried(@Nullable String text) {
    return text == null || UnicodeText.unpairedSurrogate(text) < 0 ? text : null;
  }

  private boolean isFlood() {
    return switch (flood.onMessage(time.millis())) {
      case FINE -> false;
      case TELL -> {
        guest.send(Replies.slowDown());
        yield false;
      }
      case END -> {
        connection.close(GatewayClose.POLICY.code(), "too many messages");
        yield true;
      }
    };
  }

  /**
   * What clients write where a conversation should be: one, or a bot or the owner, or a channel.
   * Some have no other way to write to somebody for the first time.
   */
  private void resolve(UUID target, Said said) {
    Conversations conversations = guest.services().conversations();
    Optional<Conversation> found = conversations.find(target);
    if (found.isPresent() && conversations.isParticipant(target, guest.self())) {
      send(found.get(), said);
      return;
    }
    Optional<AgentId> peer = guest.services().botIds().agent(target).filter(this::isPeer);
    if (peer.isPresent()) {
      requests.await(
          conversations.dm(guest.self(), peer.get()),
          (dm, _) -> {
            if (dm == null) {
              dropped(said, ErrorCode.NOT_FOUND);
            } else {
              send(dm, said);
            }
          });
      return;
    }
    Optional<Conversation.OfChannel> channel = conversations.ofChannel(target);
    if (channel.isPresent() && conversations.isParticipant(channel.get().id(), guest.self())) {
      send(channel.get(), said);
    } else {
      dropped(said, ErrorCode.NOT_FOUND);
    }
  }

  private boolean isPeer(AgentId agent) {
    return !agent.equals(guest.self())
        && guest.services().identity().authority().maySee(guest.visit().who(), agent);
  }

  private void dropped(Said said, ErrorCode why) {
    shared.counts().sendsDropped.increment();
    settled.add(said.length);
    receipt(said, why.wireName());
  }

  private void receipt(Said said, @Nullable String error) {
    if (said.id != null) {
      guest.receipt(said.id, error);
    }
  }

  private void send(Conversation conversation, Said said) {
    String stream = said.stream.isEmpty() ? Utterance.streamOf(conversation) : said.stream;
    if (said.isPassing) {
      pass(conversation, stream, said);
    } else {
      keep(conversation, stream, said);
    }
  }

  /** What passes is subject to the same rules and limits as what is kept. */
  private void pass(Conversation conversation, String stream, Said said) {
    try {
      guest
          .services()
          .identity()
          .authority()
          .check(sender, draft(conversation, stream, said).build());
    } catch (Refused refused) {
      onRefused(refused, said);
      return;
    }
    guest.services().conversations().pass(conversation, guest.self(), stream, said.content);
    connection.onAnswered(said.length);
  }

  private void keep(Conversation conversation, String stream, Said said) {
    Draft.Builder draft = draft(conversation, stream, said);
    route(
        draft.id(said.id).build(),
        said,
        refused -> {
          if (refused.code() == ErrorCode.CONFLICT && said.id != null) {
            keepUnderAnotherId(conversation, draft, said, said.id);
          } else {
            onRefused(refused, said);
          }
        });
  }

  /**
   * Ids are the hub's over all conversations, and those of one conversation in this protocol. What
   * has the id of a message in another conversation is no repeat: it gets an id of the hub's, and
   * its own repeats are told by a key.
   */
  private void keepUnderAnotherId(
      Conversation conversation, Draft.Builder draft, Said said, MessageId id) {
    String here = conversation.id().toString();
    var _ =
        guest
            .services()
            .broker()
            .lookups()
            .find(id)
            .exceptionally(_ -> Optional.empty())
            .thenAcceptAsync(
                found -> {
                  if (found.isEmpty() || here.equals(conversationOf(found.get()))) {
                    dropped(said, ErrorCode.CONFLICT);
                  } else {
                    Draft other = draft.id(null).idempotencyKey(here + ":" + id).build();
                    route(other, said, refused -> onRefused(refused, said));
                  }
                },
                connection.eventLoop());
  }

  private static @Nullable String conversationOf(StoredMessage stored) {
    return Message.parse(stored.number(), stored.json()).draft().conversationId();
  }

  private void route(Draft draft, Said said, Consumer<Refused> onRefused) {
    var _ =
        guest
            .services()
            .broker()
            .route(draft, sender)
            .whenComplete((_, failure) -> onRouted(said, failure, onRefused));
  }

  /** Committer thread, or whoever refuses. */
  private void onRouted(Said said, @Nullable Throwable failure, Consumer<Refused> onRefused) {
    if (failure != null) {
      connection.eventLoop().execute(() -> onRefused.accept(Refused.of(failure)));
      return;
    }
    settled.add(said.length);
    if (said.id != null && guest.wantsReceipts()) {
      connection.eventLoop().execute(() -> receipt(said, null));
    }
  }

  private void onRefused(Refused why, Said said) {
    if (why.code() == ErrorCode.RATE_LIMITED) {
      guest.send(Replies.slowDown());
    }
    dropped(said, why.code());
  }

  private Draft.Builder draft(Conversation conversation, String stream, Said said) {
    JsonBuffer payload = new JsonBuffer(said.content.length + 64);
    payload.ascii("{\"stream\":").string(stream).ascii(",\"content\":").raw(said.content);
    return guest
        .services()
        .conversations()
        .draft(conversation, guest.self())
        .payload(payload.ascii("}").toBytes())
        .content(said.text);
  }
}
