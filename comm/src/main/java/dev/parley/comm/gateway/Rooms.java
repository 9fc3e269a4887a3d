package dev.parley.comm.gateway;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the other hub's conversations: which channel is where, how far this one has come
 * in each, and which were left. Outlives connections. Any thread.
 */
final class Rooms {
  /** A hub that tells of more is not believed. */
  private static final int MAX = 10_000;

  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._@:+-]{1,128}");

  /** A channel of a loop, by the name it has in paths. */
  record Channel(UUID conversation, UUID channel, String topic) {}

  private final Map<UUID, Channel> channels = new ConcurrentHashMap<>();
  private final Map<String, Channel> byTopic = new ConcurrentHashMap<>();
  private final Map<UUID, Long> acked = new ConcurrentHashMap<>();
  private final Set<UUID> left = ConcurrentHashMap.newKeySet();
  private final ToLongFunction<UUID> stored;

  /**
   * @param stored the number up to which everything of a conversation is stored here, or 0
   */
  Rooms(ToLongFunction<UUID> stored) {
    this.stored = stored;
  }

  void onChannel(UUID conversation, UUID channel, @Nullable String loop, String name) {
    if (channels.size() >= MAX && !channels.containsKey(conversation)) {
      return;
    }
    String topic = segment(loop) + "/#" + segment(name);
    Channel now = new Channel(conversation, channel, topic);
    Channel before = channels.put(conversation, now);
    if (before != null && !before.topic.equals(topic)) {
      byTopic.remove(before.topic, before);
    }
    byTopic.put(topic, now);
  }

  /** As it may stand in a path, whatever the other side has called it. */
  static String segment(@Nullable String text) {
    return text != null && SEGMENT.matcher(text).matches() ? text : "unknown";
  }

  Optional<Channel> channelOf(UUID conversation) {
    return Optional.ofNullable(channels.get(conversation));
  }

  Optional<Channel> channelOn(String topic) {
    return Optional.ofNullable(byTopic.get(topic));
  }

  List<String> topics() {
    return byTopic.keySet().stream().sorted().toList();
  }

  long ackedIn(UUID conversation) {
    return acked.computeIfAbsent(conversation, stored::applyAsLong);
  }

  void onAcked(UUID conversation, long seq) {
    if (acked.size() < MAX || acked.containsKey(conversation)) {
      acked.merge(conversation, seq, Math::max);
    }
  }

  void leave(UUID conversation) {
    left.add(conversation);
  }

  void enter(UUID conversation) {
    left.remove(conversation);
  }

  boolean isLeft(UUID conversation) {
    return left.contains(conversation);
  }
}
