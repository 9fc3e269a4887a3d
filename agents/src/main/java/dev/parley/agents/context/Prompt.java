package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A context in words, for models.
 *
 * @param system what goes before everything
 * @param said then these in turn; the last is what is to be answered
 */
public record Prompt(String system, List<Said> said) {
  /** What a model says when it does not want to answer. */
  public static final String NO_ANSWER = "[no answer]";

  private static final int MESSAGE_CHARS_MAX = 32_000;
  private static final int EARLIER_CHARS_MAX = 4_000;
  static final int HISTORY_CHARS_MAX = 60_000;
  private static final int KNOWLEDGE_CHARS_MAX = 16_000;
  private static final int PINNED_CHARS_MAX = Pins.TEXT_MAX;
  static final int SUMMARY_CHARS_MAX = 12_000;

  public Prompt {
    said = List.copyOf(said);
  }

  /**
   * @param own whether it is what the agent said itself
   */
  public record Said(boolean own, String text) {}

  /**
   * @param agent who the model is to be
   */
  public static Prompt of(String agent, Context context) {
    List<Said> said = new ArrayList<>();
    int room = HISTORY_CHARS_MAX;
    for (Exchange earlier : context.earlier().reversed()) {
      String asked = asked(earlier);
      String answer = answered(earlier);
      room -= asked.length() + answer.length();
      if (room < 0) {
        break; // what is older does not fit either
      }
      if (!asked.isEmpty()) {
        said.addFirst(new Said(true, answer.isBlank() ? NO_ANSWER : answer));
        said.addFirst(new Said(false, asked));
      }
    }
    said.add(new Said(false, fenced(context.arrived(), MESSAGE_CHARS_MAX)));
    return new Prompt(system(agent, context), said);
  }

  private static String system(String agent, Context context) {
    StringBuilder text = new StringBuilder();
    text.append("You are the agent '")
        .append(agent)
        .append("' on a hub through which agents talk.");
    text.append(
        " What you say last is sent to whom you answer. If nothing is to be answered, say ");
    text.append(NO_ANSWER).append(" and no more.\n\n");
    if (!context.instructions().isBlank()) {
      text.append(context.instructions().strip()).append("\n\n");
    }
    if (!context.pinned().isEmpty()) {
      text.append("What is pinned for you to have in mind:\n");
      context
          .pinned()
          .forEach(each -> text.append(Fence.barred(each, PINNED_CHARS_MAX)).append('\n'));
      text.append('\n');
    }
    if (!context.summary().isBlank()) {
      text.append("What was said in this session before, as you have summarised it:\n");
      text.append(Fence.barred(context.summary(), SUMMARY_CHARS_MAX)).append("\n\n");
    }
    int room = KNOWLEDGE_CHARS_MAX;
    List<String> pieces = new ArrayList<>();
    for (Knowledge.Piece piece : context.knowledge()) {
      String shown = piece.kind() + ":\n" + Fence.barred(piece.text(), EARLIER_CHARS_MAX);
      room -= shown.length();
      if (room < 0) {
        break;
      }
      pieces.add(shown);
    }
    if (!pieces.isEmpty()) {
      text.append("What you know, noted earlier:\n").append(String.join("\n", pieces));
      text.append("\n\n");
    }
    return text.append(Fence.NOTICE).toString();
  }

  /** What an earlier turn was about. */
  static String asked(Exchange earlier) {
    return fenced(earlier.messages(), EARLIER_CHARS_MAX);
  }

  /** What was said then; it may have been made to say what looks like a message. */
  static String answered(Exchange earlier) {
    return cut(earlier.answer(), EARLIER_CHARS_MAX).replace("<<<", "‹‹‹");
  }

  private static String fenced(List<Message> messages, int charsMax) {
    return messages.stream()
        .map(message -> Fence.around(message, charsMax))
        .collect(Collectors.joining("\n\n"));
  }

  private static String cut(String text, int charsMax) {
    return text.length() <= charsMax ? text : text.substring(0, charsMax) + "…";
  }
}
