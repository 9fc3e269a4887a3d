package dev.parley.testkit.model;

import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What the server is to do with a request. */
public sealed interface ModelReply {

  /**
   * @param arguments a JSON object
   */
  record Call(String id, String tool, String arguments) {}

  /** The model speaks; each piece is an event of its own when it streams. */
  record Said(
      List<String> thinking,
      List<String> text,
      List<Call> calls,
      int inputTokens,
      int outputTokens,
      String stop)
      implements ModelReply {
    public Said {
      thinking = List.copyOf(thinking);
      text = List.copyOf(text);
      calls = List.copyOf(calls);
    }

    public Said thinking(String... pieces) {
      return new Said(List.of(pieces), text, calls, inputTokens, outputTokens, stop);
    }

    public Said using(int input, int output) {
      return new Said(thinking, text, calls, input, output, stop);
    }

    /** {@code end_turn}, {@code max_tokens} or {@code refusal}, in Anthropic's words. */
    public Said stopping(String why) {
      return new Said(thinking, text, calls, inputTokens, outputTokens, why);
    }
  }

  /**
   * @param retryAfter seconds; negative for no such header
   */
  record Refusal(int status, int retryAfter, String message) implements ModelReply {}

  /** The connection is closed after so many events. */
  record Cut(Said said, int events) implements ModelReply {}

  /**
   * Silence after so many events, until the latch is open; then the rest comes.
   *
   * @param events negative when not even the headers are to come before
   */
  record Hang(Said said, int events, CountDownLatch until) implements ModelReply {}

  static Said text(String... pieces) {
    return new Said(List.of(), List.of(pieces), List.of(), 10, 5, "end_turn");
  }

  static Said call(String id, String tool, String arguments) {
    return calls(new Call(id, tool, arguments));
  }

  static Said calls(Call... calls) {
    return new Said(List.of(), List.of(), List.of(calls), 10, 5, "tool_use");
  }

  static Refusal refusal(int status, String message) {
    return new Refusal(status, -1, message);
  }
}
