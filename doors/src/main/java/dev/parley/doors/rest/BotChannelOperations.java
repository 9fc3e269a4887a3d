package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.json.Access;
import dev.parley.loops.BotIds;
import dev.parley.loops.Conversations;
import dev.parley.loops.Loops;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.Member;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** The channels that a bot takes part in, and what was said there. */
final class BotChannelOperations {
  private static final String CHANNELS = BotOperations.BOT + "/channels";
  private static final String CHANNEL = CHANNELS + "/{channel}";
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;

  private final Loops loops;
  private final Conversations conversations;
  private final BotIds botIds;
  private final Bots bots;
  private final BotShapes shapes;

  BotChannelOperations(RestServices services, Bots bots) {
    this.loops = services.loops();
    this.conversations = loops.conversations();
    this.botIds = loops.botIds();
    this.bots = bots;
    this.shapes = new BotShapes(bots, loops);
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(CHANNELS, "listBotChannels", "The channels that a bot takes part in")
            .by(Access.ANYONE)
            .answering("BotChannels")
            .doing(this::list),
        Operation.get(CHANNEL + "/members", "listBotChannelMembers", "Who else takes part")
            .by(Access.ANYONE)
            .answering("BotChannelMembers")
            .doing(this::members),
        Operation.get(CHANNEL + "/messages", "listBotChannelMessages", "The newest, oldest first")
            .by(Access.ANYONE)
            .query(QueryParameter.LIMIT)
            .answering("BotChannelMessages")
            .doing(this::messages));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    AgentId bot = bots.inPath(call).bot();
    List<Conversation.OfChannel> found =
        conversations.of(bot).stream()
            .filter(Conversation.OfChannel.class::isInstance)
            .map(Conversation.OfChannel.class::cast)
            .toList();
    return BotShapes.list(
            "channels",
            found,
            (out, each) -> BotShapes.channel(out, each.loop(), each.loopName(), each.channel()))
        .now();
  }

  private CompletableFuture<Reply> members(RestCall call) {
    Conversation.OfChannel channel = channel(call);
    List<Member> found =
        loops.members(channel.loop()).stream()
            .filter(member -> member.takesPartIn(channel.channel()))
            .toList();
    return BotShapes.list("members", found, shapes::channelMember).now();
  }

  private CompletableFuture<Reply> messages(RestCall call) {
    Conversation.OfChannel channel = channel(call);
    long limit = call.number(QueryParameter.LIMIT, LIMIT_DEFAULT, 1, Integer.MAX_VALUE);
    return conversations
        .before(channel.id(), Long.MAX_VALUE, (int) Math.min(limit, LIMIT_MAX))
        .thenApply(
            found ->
                BotShapes.list(
                    "messages",
                    found,
                    (out, each) -> ChannelHistory.write(out, channel, each, botIds)));
  }

  /** To a bot that takes no part there is no such channel. */
  private Conversation.OfChannel channel(RestCall call) {
    AgentId bot = bots.inPath(call).bot();
    UUID id = Bots.uuid("channel", call.segment("channel", text -> text));
    String none = "there is no channel " + id;
    Conversation.OfChannel found =
        conversations.ofChannel(id).orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, none));
    if (!conversations.isParticipant(found.id(), bot)) {
      throw Refused.hidden(none);
    }
    return found;
  }
}
