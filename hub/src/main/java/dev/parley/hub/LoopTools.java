package dev.parley.hub;

import dev.parley.agents.context.Fence;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Arguments;
import dev.parley.agents.tools.Messaging;
import dev.parley.agents.tools.Parameter;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Waiting;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.participants.Presence;
import dev.parley.loops.Loops;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The part of {@code agent(resource: comm)} that is about loops. An agent sees and does what it may
 * as a member, and nothing else.
 */
final class LoopTools {
  private static final int MESSAGES_MAX = 100;
  private static final int MEMBERS_MAX = 500;
  private static final int MESSAGE_CHARS_MAX = 4_000;
  private static final Parameter LOOP = Parameter.text("loop_id", "the loop's id or slug");
  private static final Parameter CHANNEL = Parameter.text("channel_id", "the channel's id");

  private final Loops loops;
  private final Presence presence;
  private final Messaging messaging;

  private record Place(Loop loop, Channel channel) {}

  LoopTools(Loops loops, Presence presence, Messaging messaging) {
    this.loops = loops;
    this.presence = presence;
    this.messaging = messaging;
  }

  Tool tool() {
    return Tool.of(
        "agent",
        "What you are on this hub, and what you can do with its parts.",
        "comm",
        List.of(
            Action.of(
                "send_loop",
                "says something in a channel",
                this::send,
                CHANNEL,
                Parameter.text("text", "what to say")),
            Action.of("list_channels", "the channels you take part in", this::channels),
            Action.of("list_loops", "the loops you are a member of", this::list),
            Action.of("get_loop", "one of your loops", this::loop, LOOP),
            Action.of("loop_members", "who is in a loop", this::loopMembers, LOOP),
            Action.of("channel_members", "who is in a channel", this::channelMembers, CHANNEL),
            Action.of(
                "channel_messages",
                "what was said in a channel, the oldest first",
                this::messages,
                CHANNEL,
                Parameter.number("limit", "how many, 20 unless said").optional())));
  }

  private List<Place> places(ToolUse use) {
    return loops.of(use.agent()).stream()
        .flatMap(
            loop ->
                loop.channels().stream()
                    .filter(
                        channel ->
                            loops
                                .member(loop.id(), use.agent())
                                .filter(member -> member.takesPartIn(channel))
                                .isPresent())
                    .map(channel -> new Place(loop, channel)))
        .toList();
  }

  private Place place(ToolUse use, Arguments told) {
    String wanted = told.text("channel_id");
    return places(use).stream()
        .filter(
            place ->
                place.channel.id().toString().equals(wanted)
                    || place.channel.path(place.loop.slug()).text().equals(wanted))
        .findFirst()
        .orElseThrow(
            () -> new Refused(ErrorCode.NOT_FOUND, "you take part in no channel " + wanted));
  }

  private String send(ToolUse use, Arguments told) throws InterruptedException {
    Place place = place(use, told);
    Conversation conversation =
        new Conversation.OfChannel(
            place.channel.conversation(),
            place.loop.id(),
            place.loop.slug(),
            place.loop.name(),
            place.channel);
    String text = told.text("text");
    Draft same = Messaging.draft(use, place.channel.path(place.loop.slug()), text).build();
    return messaging.sent(
        use,
        loops
            .conversations()
            .draft(conversation, use.agent())
            .content(text)
            .cause(same.cause())
            .idempotencyKey(same.idempotencyKey()));
  }

  private String channels(ToolUse use, Arguments told) {
    return lines(
        places(use).stream()
            .map(place -> place.channel.id() + " " + place.channel.path(place.loop.slug()).text())
            .toList());
  }

  private String list(ToolUse use, Arguments told) {
    return lines(
        loops.of(use.agent()).stream()
            .map(loop -> loop.id() + " " + loop.slug() + " (" + loop.name() + ")")
            .toList());
  }

  private Loop required(ToolUse use, Arguments told) {
    return loops.require(use.visit(), use.agent(), told.text("loop_id"));
  }

  private String loop(ToolUse use, Arguments told) {
    Loop loop = required(use, told);
    return "%s %s (%s)\n%s\n%d members"
        .formatted(
            loop.id(),
            loop.slug(),
            loop.name(),
            loop.description() == null ? "" : Fence.barred(loop.description(), 1_000),
            loops.members(loop.id()).size());
  }

  private String loopMembers(ToolUse use, Arguments told) {
    return members(loops.members(required(use, told).id()));
  }

  private String channelMembers(ToolUse use, Arguments told) {
    Place place = place(use, told);
    return members(loops.members(place.loop, place.channel));
  }

  private String members(List<Member> members) {
    return lines(
        members.stream()
            .limit(MEMBERS_MAX)
            .map(
                member ->
                    "%s (%s, %s)"
                        .formatted(
                            member.agent(),
                            member.role().wireName(),
                            presence.isOnline(member.agent()) ? "online" : "offline"))
            .toList());
  }

  private String messages(ToolUse use, Arguments told) throws InterruptedException {
    Place place = place(use, told);
    return lines(
        Waiting.on(
                loops
                    .conversations()
                    .before(
                        place.channel.conversation(),
                        Long.MAX_VALUE,
                        told.number("limit", 20, MESSAGES_MAX)))
            .stream()
            .map(
                each ->
                    Fence.around(
                        Message.parse(each.message().number(), each.message().json()),
                        MESSAGE_CHARS_MAX))
            .toList());
  }

  private static String lines(List<String> lines) {
    return lines.isEmpty() ? "none" : lines.stream().collect(Collectors.joining("\n"));
  }
}
