package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.json.Utterance;
import dev.parley.loops.BotIds;
import dev.parley.loops.model.Conversation;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.FrameType;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Members;
import dev.parley.wire.gateway.Spelling;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that was said in a conversation, as all who follow it are told. Its frame is the same
 * for all who spell alike, so it is written and packed once, by whoever comes first: on an event
 * loop, for the committer thread has better things to do.
 */
final class Speech {
  private static final byte[] NOTHING = {};
  private static final int ENVELOPE_BYTES = 128;

  private final UUID conversation;
  private final long seq;
  private final int flags;
  private final MessageId id;
  private final String from;
  private final int contentBytes;
  private final Supplier<Words> words;

  /** Guarded by this; empty for one that does not fit. */
  private final Map<Spelling, byte[]> frames = new EnumMap<>(Spelling.class);

  /** What a frame says. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Words(String senderId, String stream, byte[] content) {}

  private Speech(
      UUID conversation,
      long seq,
      int flags,
      MessageId id,
      String from,
      int contentBytes,
      Supplier<Words> words) {
    this.conversation = conversation;
    this.seq = seq;
    this.flags = flags;
    this.id = id;
    this.from = from;
    this.contentBytes = contentBytes;
    this.words = words;
  }

  /** A message of the log. */
  static Speech of(Conversation conversation, long seq, StoredMessage stored, BotIds botIds) {
    Message message = Message.parse(stored.number(), stored.json());
    return of(conversation, seq, message.numbered(stored.id(), stored.number()), botIds);
  }

  /** The same that has been read already. */
  static Speech of(Conversation conversation, long seq, Message message, BotIds botIds) {
    return of(conversation, seq, message, null, botIds);
  }

  /** A message of no log, told in the direct conversation with its sender. */
  static Speech mail(Conversation.Dm conversation, Message message, Guest guest) {
    String path = message.draft().path().toString();
    boolean isForItself = path.equals(Path.agent(guest.self()).toString());
    return of(conversation, 0, message, isForItself ? null : path, guest.services().botIds());
  }

  /**
   * @param path where it was sent to, for those who would not know; null otherwise
   */
  private static Speech of(
      Conversation conversation, long seq, Message message, @Nullable String path, BotIds botIds) {
    Draft draft = message.draft();
    byte[] payload = draft.payload();
    String text = draft.content();
    return new Speech(
        conversation.id(),
        seq,
        0,
        message.id(),
        draft.from(),
        (payload == null ? 0 : payload.length) + (text == null ? 0 : text.length()),
        () -> words(Utterance.of(conversation, message, path, botIds)));
  }

  private static Words words(Utterance said) {
    return new Words(said.senderId(), said.stream(), said.content());
  }

  /** Something that is kept nowhere. */
  static Speech passing(
      Conversation conversation,
      MessageId id,
      AgentId from,
      String stream,
      byte[] content,
      BotIds botIds) {
    return new Speech(
        conversation.id(),
        0,
        Frame.EPHEMERAL,
        id,
        from.value(),
        content.length,
        () -> new Words(botIds.of(from).toString(), stream, content));
  }

  long seq() {
    return seq;
  }

  MessageId id() {
    return id;
  }

  boolean isFrom(AgentId agent) {
    return agent.value().equals(from);
  }

  int weight() {
    return Frame.HEADER_BYTES + ENVELOPE_BYTES + contentBytes;
  }

  /** The whole frame; null when there is too much in it. */
  synchronized byte @Nullable [] frame(Spelling spelling, FrameCodec codec) {
    byte[] bytes =
        frames.computeIfAbsent(
            spelling,
            _ -> {
              JsonBuffer out = new JsonBuffer(weight());
              return codec.encode(framed(spelling), out) ? out.toBytes() : NOTHING;
            });
    return bytes.length == 0 ? null : bytes;
  }

  private Frame framed(Spelling spelling) {
    Words said = words.get();
    byte[] payload =
        new Members(spelling, ENVELOPE_BYTES + said.content.length)
            .text(Key.SENDER_ID, said.senderId)
            .text(Key.STREAM, said.stream)
            .raw(Key.CONTENT, said.content)
            .toBytes();
    return new Frame(FrameType.MESSAGE_DELIVERY, flags, id, conversation, seq, payload);
  }
}
