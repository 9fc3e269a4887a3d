package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.gateway.frame.Frame;
import dev.parley.doors.gateway.frame.FrameCodec;
import dev.parley.doors.gateway.frame.FrameType;
import dev.parley.doors.gateway.frame.Key;
import dev.parley.doors.gateway.frame.Members;
import dev.parley.doors.gateway.frame.Payload;
import dev.parley.doors.gateway.frame.Spelling;
import dev.parley.loops.BotIds;
import dev.parley.loops.model.Conversation;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that was said in a conversation, as all who follow it are told. Its frame is the same
 * for all who spell alike, so it is written and packed once, by whoever comes first.
 */
final class Speech {
  private static final byte[] NOTHING = {};

  private final UUID conversation;
  private final long seq;
  private final int flags;
  private final MessageId id;
  private final String from;
  private final String senderId;
  private final String stream;
  private final byte[] content;

  /** Guarded by this; empty for one that does not fit. */
  private final Map<Spelling, byte[]> frames = new EnumMap<>(Spelling.class);

  private Speech(
      UUID conversation,
      long seq,
      int flags,
      MessageId id,
      String from,
      String senderId,
      String stream,
      byte[] content) {
    this.conversation = conversation;
    this.seq = seq;
    this.flags = flags;
    this.id = id;
    this.from = from;
    this.senderId = senderId;
    this.stream = stream;
    this.content = content;
  }

  /** A message of the log. */
  static Speech of(Conversation conversation, long seq, StoredMessage stored, BotIds botIds) {
    Message message = Message.parse(stored.number(), stored.json());
    return of(conversation, seq, stored, message, null, botIds);
  }

  /** A message of no log, told in the direct conversation with its sender. */
  static Speech mail(
      Conversation.Dm conversation, StoredMessage stored, Message message, Guest guest) {
    String path = message.draft().path().toString();
    boolean isForItself = path.equals(Path.agent(guest.self()).toString());
    return of(
        conversation, 0, stored, message, isForItself ? null : path, guest.services().botIds());
  }

  /**
   * @param path where it was sent to, for those who would not know; null otherwise
   */
  private static Speech of(
      Conversation conversation,
      long seq,
      StoredMessage stored,
      Message message,
      @Nullable String path,
      BotIds botIds) {
    Draft draft = message.draft();
    byte[] written = draft.payload();
    Payload payload = written == null ? null : Payload.read(written);
    String stream = payload == null ? null : payload.text(Key.STREAM);
    byte[] content = payload == null ? null : payload.content();
    boolean ours = stream != null && content != null;
    return new Speech(
        conversation.id(),
        seq,
        0,
        stored.id(),
        draft.from(),
        message.origin() == Origin.SYSTEM
            ? draft.from()
            : botIds.of(new AgentId(draft.from())).toString(),
        ours && stream != null ? stream : streamOf(conversation),
        ours && content != null ? content : contentOf(draft, path));
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
        botIds.of(from).toString(),
        stream,
        content);
  }

  /** What a message is labelled that does not say it: one of another door. */
  static String streamOf(Conversation conversation) {
    return switch (conversation) {
      case Conversation.OfChannel _ -> "channel";
      case Conversation.Dm _ -> "dm";
      case Conversation.Stream named -> named.name();
    };
  }

  /** What those who know only {@code content.text} find in a message of another door. */
  private static byte[] contentOf(Draft draft, @Nullable String path) {
    String text = draft.content();
    JsonBuffer out = new JsonBuffer(128).ascii("{\"text\":").string(text == null ? "" : text);
    if (path != null) {
      out.ascii(",\"path\":").string(path);
    }
    byte[] payload = draft.payload();
    if (payload != null && payload.length > 2) {
      out.ascii(",\"payload\":").raw(payload);
    }
    return out.ascii("}").toBytes();
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
    return Frame.HEADER_BYTES + 128 + content.length;
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
    byte[] payload =
        new Members(spelling)
            .text(Key.SENDER_ID, senderId)
            .text(Key.STREAM, stream)
            .raw(Key.CONTENT, content)
            .toBytes();
    return new Frame(FrameType.MESSAGE_DELIVERY, flags, id, conversation, seq, payload);
  }
}
