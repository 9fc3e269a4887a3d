package dev.parley.loops.book;

import dev.parley.core.address.AgentId;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.Invitation;
import dev.parley.loops.model.Loop;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds what is live by everything but its key. Read from any thread, changed by the committer. */
final class Index {
  final Map<String, UUID> loopsBySlug = new ConcurrentHashMap<>();
  final Map<String, UUID> loopsByCode = new ConcurrentHashMap<>();
  final Map<UUID, Conversation.OfChannel> channels = new ConcurrentHashMap<>();
  final Map<UUID, Conversation.OfChannel> byConversation = new ConcurrentHashMap<>();
  final Map<String, Conversation.OfChannel> byPath = new ConcurrentHashMap<>();
  final Map<AgentId, Set<UUID>> loopsOf = new ConcurrentHashMap<>();
  final Map<AgentId, Set<UUID>> pairsOf = new ConcurrentHashMap<>();
  final Map<UUID, Conversation.OfTwo> pairs = new ConcurrentHashMap<>();

  void onLoop(@Nullable Loop was, @Nullable Loop now) {
    if (was != null) {
      loopsBySlug.remove(was.slug());
      was.invitations().forEach(each -> loopsByCode.remove(each.code()));
      for (Channel channel : was.channels()) {
        channels.remove(channel.id());
        byConversation.remove(channel.conversation());
        byPath.remove(channel.path(was.slug()).text());
      }
    }
    if (now != null) {
      loopsBySlug.put(now.slug(), now.id());
      for (Invitation each : now.invitations()) {
        loopsByCode.put(each.code(), now.id());
      }
      for (Channel channel : now.channels()) {
        Conversation.OfChannel conversation = conversation(now, channel);
        channels.put(channel.id(), conversation);
        byConversation.put(channel.conversation(), conversation);
        byPath.put(conversation.path().text(), conversation);
      }
    }
  }

  static Conversation.OfChannel conversation(Loop loop, Channel channel) {
    return new Conversation.OfChannel(
        channel.conversation(), loop.id(), loop.slug(), loop.name(), channel);
  }

  static void add(Map<AgentId, Set<UUID>> sets, AgentId agent, UUID id) {
    // An owner takes part in as many as it has bots: adding one must not copy the others.
    boolean _ = sets.computeIfAbsent(agent, _ -> ConcurrentHashMap.newKeySet()).add(id);
  }

  static void remove(Map<AgentId, Set<UUID>> sets, AgentId agent, UUID id) {
    sets.computeIfPresent(
        agent,
        (_, before) -> {
          boolean _ = before.remove(id);
          return before.isEmpty() ? null : before;
        });
  }
}
