package dev.parley.doors.mcp.tools;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which tools are shown: every tool a model sees costs it attention. Those that start and stop
 * agents are shown to those alone who may call them, whatever stands here.
 */
enum Profile {
  /** Every tool under every name. */
  ALL(
      "send_message",
      "reply",
      "get_messages",
      "mark_messages_read",
      "wait_for_messages",
      "send_bot_request",
      "get_thread",
      "search_messages",
      "store_attachment",
      "read_attachment",
      "discover_agents",
      "update_my_status",
      "send_to_agent",
      "broadcast_message",
      "get_my_messages",
      "send_bot_message",
      "read_bot_messages",
      "spawn_agent",
      "list_agents",
      "stop_agent"),
  /** Each thing once. */
  CORE(
      "send_message",
      "reply",
      "get_messages",
      "mark_messages_read",
      "wait_for_messages",
      "send_bot_request",
      "get_thread",
      "search_messages",
      "store_attachment",
      "read_attachment",
      "discover_agents",
      "update_my_status",
      "spawn_agent",
      "list_agents",
      "stop_agent"),
  /** The names that crowds of agents know. */
  CROWD(
      "send_to_agent",
      "broadcast_message",
      "get_my_messages",
      "send_message",
      "get_messages",
      "mark_messages_read",
      "discover_agents",
      "update_my_status",
      "spawn_agent",
      "list_agents",
      "stop_agent"),
  /** The names that pairs of bots know. */
  BOT("send_bot_message", "read_bot_messages", "send_bot_request");

  @SuppressWarnings("ImmutableEnumChecker") // never handed out for changing
  private final Set<String> names;

  Profile(String... names) {
    this.names = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(names)));
  }

  /** In the order in which they are listed. */
  Collection<String> names() {
    return names;
  }

  /** One that nobody knows shows everything: a slip must not take tools away. */
  static Profile of(String name) {
    for (Profile profile : values()) {
      if (profile.name().toLowerCase(Locale.ROOT).equals(name)) {
        return profile;
      }
    }
    return ALL;
  }
}
