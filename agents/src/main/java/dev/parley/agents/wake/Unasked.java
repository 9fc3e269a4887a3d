package dev.parley.agents.wake;

import java.util.List;

/** What reaches an agent without anybody waking it, and what was tried and wakes nobody. */
public record Unasked(String kind, String description) {
  public static final List<Unasked> ALL =
      List.of(
          new Unasked("turn", "the hub itself thinks for the agent, in a session that it holds"),
          new Unasked("websocket", "who listens is pushed its messages"),
          new Unasked("long-poll", "wait_for_messages and ask answer when something comes"),
          new Unasked("file", "a mailbox of files gets a file"),
          new Unasked(
              "mcp-notification",
              "subscriptions/listen and changes of resources: no harness that was tried wakes"));
}
