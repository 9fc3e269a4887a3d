package dev.parley.agents.programs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;

/**
 * How a program hears what it is to do.
 *
 * @param argument stands for {@code {prompt}} in its command line; may be empty
 * @param task waits in its inbox before it starts; may be empty
 */
record Assignment(String argument, String task) {
  private static final int TASK_BYTES_MAX = 64 << 10;

  /** What a program is told that takes a prompt when its task waits in its inbox. */
  private static final String LOOK = "get your messages";

  /**
   * @throws Refused when it says two things to a program that hears one, or too much
   */
  static Assignment of(Order order, Command command) {
    if (!command.takesPrompt() && !order.prompt().isBlank() && !order.task().isBlank()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "the command '" + command.name() + "' takes no prompt: say 'task' alone");
    }
    check(order.task(), "task");
    if (!command.takesPrompt()) {
      check(order.prompt(), "prompt");
      return new Assignment("", order.task().isBlank() ? order.prompt() : order.task());
    }
    boolean tells = order.prompt().isBlank() && !order.task().isBlank();
    return new Assignment(tells ? LOOK : order.prompt(), order.task());
  }

  private static void check(String text, String name) {
    if (text.indexOf('\0') >= 0) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + name + "' holds the character 0");
    }
    if (text.length() > TASK_BYTES_MAX || text.getBytes(UTF_8).length > TASK_BYTES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE, "'" + name + "' has more than " + TASK_BYTES_MAX + " bytes");
    }
  }

  /** What it was told, in whichever way. */
  String words() {
    return task.isBlank() ? argument : task;
  }

  /** The task as it stands in the inbox. */
  String message() {
    return "**Initial Task Assignment:**\n\n"
        + task
        + "\n\n---\n\n**📋 Instructions:**\nOnce you complete this task, please send a message to"
        + " 'developer' using the send_message MCP tool to report your completion status and any"
        + " results.";
  }
}
