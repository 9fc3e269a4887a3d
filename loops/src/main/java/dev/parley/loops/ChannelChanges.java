package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Visit;
import dev.parley.loops.book.Book;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.ChannelName;
import dev.parley.loops.model.ConversationIds;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Making and deleting channels, and who takes part in private ones. */
final class ChannelChanges {
  private final Changing changing;
  private final Book book;
  private final LoopLimits limits;

  ChannelChanges(Changing changing, LoopLimits limits) {
    this.changing = changing;
    this.book = changing.book;
    this.limits = limits;
  }

  CompletableFuture<Channel> create(
      Visit by, AgentId as, UUID id, String name, @Nullable String description, boolean closed) {
    UUID channelId = UUID.randomUUID();
    UUID conversation = ConversationIds.random();
    long now = changing.now();
    return changing.run(
        by,
        as,
        "channel.create",
        id + " " + name,
        tx -> {
          LoopChanges.checkTexts(name, description);
          Loop loop = changing.managed(by, as, id);
          String normalised = ChannelName.normalised(name);
          if (loop.channelNamed(normalised).isPresent()) {
            throw new Refused(
                ErrorCode.ALREADY_EXISTS,
                "there is a channel '" + normalised + "' in '" + loop.slug() + "' already");
          }
          limits.checkChannels(loop.channels().size());
          Channel made =
              new Channel(channelId, normalised, description, closed, conversation, as, now);
          List<Channel> all = new ArrayList<>(loop.channels());
          all.add(made);
          book.put(tx, loop.withChannels(all));
          Member creator = book.currentMember(id, as);
          if (closed && creator != null) {
            book.put(tx, creator.withClosedChannels(with(creator, channelId)));
          }
          return made;
        });
  }

  CompletableFuture<Channel> delete(Visit by, AgentId as, UUID id, UUID channelId) {
    return changing.run(
        by,
        as,
        "channel.delete",
        id + " " + channelId,
        tx -> {
          Loop loop = changing.managed(by, as, id);
          Channel channel = Changing.channel(loop, channelId);
          for (Member member : book.currentMembers(id)) {
            if (member.closedChannels().contains(channelId)) {
              book.put(tx, member.withClosedChannels(without(member, channelId)));
            }
          }
          book.put(
              tx,
              loop.withChannels(
                  loop.channels().stream().filter(each -> !each.equals(channel)).toList()));
          return channel;
        });
  }

  CompletableFuture<Member> admit(Visit by, AgentId as, UUID id, UUID channelId, AgentId agent) {
    return changing.run(
        by,
        as,
        "channel.admit",
        id + " " + channelId + " " + agent,
        tx -> {
          Loop loop = changing.managed(by, as, id);
          Channel channel = closed(loop, channelId);
          requireInside(by, as, loop, channel);
          Member member = changing.member(loop, agent);
          Member admitted = member.withClosedChannels(with(member, channelId));
          changing.admit(tx, loop, member, admitted);
          return admitted;
        });
  }

  CompletableFuture<Member> dismiss(Visit by, AgentId as, UUID id, UUID channelId, AgentId agent) {
    return changing.run(
        by,
        as,
        "channel.dismiss",
        id + " " + channelId + " " + agent,
        tx -> {
          Loop loop = agent.equals(as) ? changing.loop(by, as, id) : changing.managed(by, as, id);
          Channel channel = closed(loop, channelId);
          requireInside(by, as, loop, channel);
          Member member = changing.member(loop, agent);
          Member dismissed = member.withClosedChannels(without(member, channelId));
          book.put(tx, dismissed);
          return dismissed;
        });
  }

  /** An admin who was not chosen for a private channel does not let itself in. */
  private void requireInside(Visit by, AgentId as, Loop loop, Channel channel) {
    Member member = book.currentMember(loop.id(), as);
    if (!by.isOwner() && (member == null || !member.takesPartIn(channel))) {
      throw Refused.hidden(
          String.valueOf(Changing.noSuchChannel(loop, channel.id().toString()).getMessage()));
    }
  }

  private static Channel closed(Loop loop, UUID id) {
    Channel channel = Changing.channel(loop, id);
    if (!channel.closed()) {
      throw new Refused(
          ErrorCode.CONFLICT, "'" + channel.name() + "' is public: all members take part");
    }
    return channel;
  }

  private static Set<UUID> with(Member member, UUID channel) {
    Set<UUID> all = new HashSet<>(member.closedChannels());
    all.add(channel);
    return all;
  }

  private static Set<UUID> without(Member member, UUID channel) {
    Set<UUID> rest = new HashSet<>(member.closedChannels());
    rest.remove(channel);
    return rest;
  }
}
