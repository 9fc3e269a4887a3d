package dev.parley.brains.acp;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * One prompt and what a harness says until it has answered it. Updates come on the reading thread,
 * questions on threads of their own; events are passed on one at a time.
 */
final class AcpTurn {
  /** As long as a message may be. */
  static final int ANSWER_CHARS_MAX = 500_000;

  private static final int PIECE_CHARS_MAX = 64 << 10;
  private static final int CALLS_MAX = 10_000;

  private final BrainRequest request;
  private final Consumer<BrainEvent> events;
  private final Map<String, ToolCall> calls = new HashMap<>();
  private final Set<Thread> asking = ConcurrentHashMap.newKeySet();
  private final StringBuilder said = new StringBuilder();
  private boolean tooLong;
  private boolean over;

  /**
   * What is known of a tool call.
   *
   * @param kind what sort of thing it does, in the protocol's words, or empty
   */
  record ToolCall(String title, String kind, String input) {}

  AcpTurn(BrainRequest request, Consumer<BrainEvent> events) {
    this.request = request;
    this.events = events;
  }

  BrainRequest request() {
    return request;
  }

  /** What is not known is left alone: the protocol grows. */
  synchronized void onUpdate(JsonNode update) {
    if (over) {
      return;
    }
    switch (update.path("sessionUpdate").asString("")) {
      case "agent_message_chunk" -> onText(update.path("content").path("text").asString(""));
      case "agent_thought_chunk" ->
          tell(new BrainEvent.Thinking(cut(update.path("content").path("text").asString(""))));
      case "tool_call", "tool_call_update" -> onToolCall(update);
      default -> {}
    }
  }

  private void onText(String piece) {
    if (said.length() + piece.length() > ANSWER_CHARS_MAX) {
      tooLong = true;
    } else if (!piece.isEmpty()) {
      said.append(piece);
      tell(new BrainEvent.Text(cut(piece)));
    }
  }

  private void onToolCall(JsonNode update) {
    String id = update.path("toolCallId").asString("");
    if (!calls.containsKey(id) && calls.size() < CALLS_MAX) {
      // Some tell of a call only when it has begun, or is to be allowed.
      ToolCall call = remember(id, update);
      // What was said before was about what it was going to do: the answer comes after.
      said.setLength(0);
      tooLong = false;
      tell(new BrainEvent.ToolCalled(id, call.title, call.input));
    } else {
      ToolCall _ = remember(id, update);
    }
    String status = update.path("status").asString("");
    if (status.equals("completed") || status.equals("failed")) {
      tell(new BrainEvent.ToolAnswered(id, result(update), status.equals("failed")));
    }
  }

  private ToolCall remember(String id, JsonNode update) {
    ToolCall before = calls.getOrDefault(id, new ToolCall("", "", "{}"));
    JsonNode input = update.path("rawInput");
    ToolCall call =
        new ToolCall(
            cut(update.path("title").asString(before.title)),
            update.path("kind").asString(before.kind),
            input.isObject() && !input.isEmpty() ? cut(input.toString()) : before.input);
    if (calls.containsKey(id) || calls.size() < CALLS_MAX) {
      calls.put(id, call);
    }
    return call;
  }

  /** The call a question is about; some questions name no more than its id. */
  synchronized ToolCall asked(JsonNode toolCall) {
    String id = toolCall.path("toolCallId").asString("");
    ToolCall call = remember(id, toolCall);
    if (!over) {
      tell(new BrainEvent.PermissionAsked(id, call.title));
    }
    return call;
  }

  private static String result(JsonNode update) {
    StringBuilder text = new StringBuilder();
    for (JsonNode part : update.path("content")) {
      text.append(part.path("content").path("text").asString(""));
      if (text.length() > PIECE_CHARS_MAX) {
        break;
      }
    }
    return cut(text.isEmpty() ? update.path("rawOutput").toString() : text.toString());
  }

  private static String cut(String text) {
    return text.length() <= PIECE_CHARS_MAX ? text : text.substring(0, PIECE_CHARS_MAX) + "…";
  }

  private void tell(BrainEvent event) {
    events.accept(event);
  }

  /** What it has said since it last used a tool. */
  synchronized String said() {
    return said.toString();
  }

  synchronized boolean saidTooMuch() {
    return tooLong;
  }

  /** Somebody is asked for this turn, on this thread, which is interrupted when the turn ends. */
  synchronized boolean startAsking(Thread thread, int max) {
    return !over && asking.size() < max && asking.add(thread);
  }

  void stopAsking(Thread thread) {
    asking.remove(thread);
  }

  synchronized void end() {
    over = true;
    asking.forEach(Thread::interrupt);
  }
}
