package dev.parley.brains.harness;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Fence;
import dev.parley.agents.context.Prompt;
import dev.parley.core.message.Message;

/**
 * What a harness is told in one turn: who it is, what its agent is instructed to do, and the
 * messages that have come, each behind a fence. What was said before it remembers itself.
 */
public final class Told {
  private static final int MESSAGE_CHARS_MAX = 32_000;

  private Told() {}

  /**
   * @param instructions the agent's own; may be empty
   */
  public static String of(BrainRequest request, String instructions) {
    StringBuilder text = new StringBuilder();
    text.append("You are the agent '")
        .append(request.session().agent())
        .append(
            "' on a hub through which agents talk. What you say last in this turn is sent to whom"
                + " you answer. If nothing is to be answered, say ")
        .append(Prompt.NO_ANSWER)
        .append(
            " and no more. To write to somebody else, use send_message of the MCP server '"
                + Outfit.SERVER
                + "'.\n\n");
    if (!instructions.isBlank()) {
      text.append(instructions.strip()).append("\n\n");
    }
    text.append(Fence.NOTICE);
    for (Message message : request.messages()) {
      text.append("\n\n").append(Fence.around(message, MESSAGE_CHARS_MAX));
    }
    return text.toString();
  }

  /** What a harness has said at last is its answer, unless it says that there is none. */
  public static Outcome answered(String said) {
    String text = said.strip();
    return text.equals(Prompt.NO_ANSWER)
        ? new Outcome.Declined("it was nothing to answer")
        : new Outcome.Answered(text);
  }
}
