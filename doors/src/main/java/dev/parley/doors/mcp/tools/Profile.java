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
      "ask",
      "get_messages",
      "get_message",
      "mark_messages_read",
      "wait_for_messages",
      "get_thread",
      "search_messages",
      "discover_agents",
      "update_my_status",
      "store_attachment",
      "read_attachment",
      "give_task",
      "report_task",
      "list_tasks",
      "get_task",
      "cancel_task",
      "list_approvals",
      "get_approval",
      "answer_approval",
      "send_to_agent",
      "broadcast_message",
      "get_my_messages",
      "send_bot_message",
      "send_bot_request",
      "read_bot_messages",
      "spawn_agent",
      "list_agents",
      "stop_agent"),
  /** What an agent needs to talk, each thing once: few enough for a model to see all the time. */
  CORE(
      "send_message",
      "reply",
      "ask",
      "get_messages",
      "get_message",
      "mark_messages_read",
      "wait_for_messages",
      "get_thread",
      "search_messages",
      "discover_agents",
      // for the owner alone
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
      "get_message",
      "mark_messages_read",
      "discover_agents",
      "update_my_status",
      "spawn_agent",
      "list_agents",
      "stop_agent"),
  /** The names that pairs of bots know. */
  BOT("send_bot_message", "read_bot_messages", "send_bot_request", "get_message");

  @SuppressWarnings("ImmutableEnumChecker") // never handed out for changing
  private final Set<String> names;

  Profile(String... names) {
    this.names = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(names)));
  }

  /** In the order in which they are listed. */
  Collection<String> names() {
    return names;
  }

  /** Do its clients know failures as JSON, too? */
  boolean failsInJson() {
    return this == CROWD || this == BOT;
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
