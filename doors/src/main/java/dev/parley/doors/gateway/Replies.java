package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.loops.BotIds;
import dev.parley.loops.model.Conversation;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameType;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Members;
import dev.parley.wire.gateway.Spelling;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Frames that the hub makes itself. */
final class Replies {
  private static final String PLAN = "free";
  private static final int UNAUTHORIZED = 401;

  private Replies() {}

  /**
   * @param bot null for an owner
   * @param receipts whether it has asked for them, and so gets them
   */
  static Frame authOk(Spelling spelling, @Nullable UUID bot, boolean receipts) {
    Members members = new Members(spelling).flag(Key.OK, true);
    if (receipts) {
      members.flag(Key.RECEIPTS, true);
    }
    if (bot != null) {
      members.text(Key.BOT_ID, bot.toString());
    }
    return Frame.of(FrameType.AUTH_OK, members.text(Key.PLAN, PLAN).toBytes());
  }

  static Frame authFail(String reason) {
    return Frame.of(
        FrameType.AUTH_FAIL,
        new Members(Spelling.CAMEL)
            .flag(Key.OK, false)
            .text(Key.REASON, reason)
            .number(Key.CODE, UNAUTHORIZED)
            .toBytes());
  }

  /**
   * What became of a message, to who asked for receipts.
   *
   * @param error why it is not stored, or null when it is
   */
  static Frame receipt(MessageId id, @Nullable String error) {
    Members members = new Members(Spelling.CAMEL).flag(Key.OK, error == null);
    if (error != null) {
      members.text(Key.ERROR, error);
    }
    return new Frame(FrameType.ACK, 0, id, Frame.NO_CONVERSATION, 0, members.toBytes());
  }

  static Frame slowDown() {
    return Frame.of(FrameType.SLOW_DOWN, new byte[0]);
  }

  static Frame replay(Spelling spelling, UUID conversation, long from, long to, long count) {
    return Frame.of(
        FrameType.REPLAY,
        conversation,
        new Members(spelling)
            .text(Key.CONVERSATION_ID, conversation.toString())
            .number(Key.FROM_SEQ, from)
            .number(Key.TO_SEQ, to)
            .number(Key.MESSAGE_COUNT, count)
            .toBytes());
  }

  /**
   * A result that a client can tell from the answer to a join of a bot's stream, or null for a
   * conversation that has none such: of a stream nobody is told unasked (rule J3).
   */
  static @Nullable Frame joined(
      Spelling spelling, Conversation conversation, AgentId self, BotIds botIds) {
    Members members = new Members(spelling).text(Key.CONVERSATION_ID, conversation.id().toString());
    switch (conversation) {
      case Conversation.OfChannel channel ->
          members
              .text(Key.CHANNEL_ID, channel.channel().id().toString())
              .text(Key.CHANNEL_NAME, channel.channel().name())
              .text(Key.LOOP_ID, channel.loop().toString())
              .text(Key.LOOP_SLUG, channel.slug());
      case Conversation.Dm dm -> {
        AgentId peer = dm.peerOf(self);
        members
            .text(Key.PEER_ID, botIds.of(peer).toString())
            .text(Key.PEER_TYPE, peer.value().equals(Sender.OWNER_NAME) ? "person" : "bot");
      }
      case Conversation.Stream _ -> {
        return null;
      }
    }
    return Frame.of(FrameType.JOIN_CONVERSATION, conversation.id(), members.toBytes());
  }

  /** The answer to a join of a bot's stream: never with a peer or a channel (rule J4). */
  static Frame streamJoined(Spelling spelling, UUID conversation, String bot, String stream) {
    return Frame.of(
        FrameType.JOIN_CONVERSATION,
        conversation,
        new Members(spelling)
            .text(Key.CONVERSATION_ID, conversation.toString())
            .text(Key.BOT_ID, bot)
            .text(Key.STREAM, stream)
            .toBytes());
  }

  /** The same when nothing came of it: clients count the answers (rule J2). */
  static Frame streamRefused(Spelling spelling, String bot, String stream, String error) {
    return Frame.of(
        FrameType.JOIN_CONVERSATION,
        new Members(spelling)
            .text(Key.CONVERSATION_ID, "")
            .text(Key.BOT_ID, bot)
            .text(Key.STREAM, stream)
            .text(Key.ERROR, error)
            .toBytes());
  }
}
