package dev.parley.agents.context;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.Hooks;
import dev.parley.core.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
    return new Prompt(whole(sections(agent, context)), said(context));
  }

  /**
   * The same after hooks have changed the sections of what goes before everything, and then that as
   * a whole. What tells others' words from instructions stays whatever they do.
   *
   * @param first what a brain is told before all that its agent is told; may be empty
   */
  public static Prompt of(String agent, String first, Context context, Hooks hooks)
      throws InterruptedException {
    List<String> sections = new ArrayList<>();
    if (!first.isBlank()) {
      sections.add(first.strip());
    }
    sections.addAll(sections(agent, context));
    String system =
        hooks.text(HookPoint.MESSAGE_PRE_SEND, "system_prompt", whole(asked(sections, hooks)));
    return new Prompt(
        system.contains(Fence.NOTICE) ? system : system + "\n\n" + Fence.NOTICE, said(context));
  }

  private static List<String> asked(List<String> sections, Hooks hooks)
      throws InterruptedException {
    if (!hooks.isAwaited(HookPoint.PROMPT_SYSTEM_SECTIONS)) {
      return sections;
    }
    ObjectNode payload = JsonNodeFactory.instance.objectNode();
    ArrayNode all = payload.putArray("sections");
    sections.forEach(all::add);
    List<String> changed = new ArrayList<>();
    for (JsonNode each :
        hooks.ask(HookPoint.PROMPT_SYSTEM_SECTIONS, payload).payload().path("sections")) {
      changed.add(each.asString());
    }
    return changed;
  }

  private static String whole(List<String> sections) {
    return sections.stream().map(each -> each + "\n\n").collect(Collectors.joining())
        + Fence.NOTICE;
  }

  private static List<Said> said(Context context) {
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
    return said;
  }

  private static List<String> sections(String agent, Context context) {
    List<String> sections = new ArrayList<>();
    sections.add(
        "You are the agent '"
            + agent
            + "' on a hub through which agents talk. What you say last is sent to whom you answer."
            + " If nothing is to be answered, say "
            + NO_ANSWER
            + " and no more.");
    if (!context.instructions().isBlank()) {
      sections.add(context.instructions().strip());
    }
    if (!context.pinned().isEmpty()) {
      sections.add(
          context.pinned().stream()
              .map(each -> "\n" + Fence.barred(each, PINNED_CHARS_MAX))
              .collect(Collectors.joining("", "What is pinned for you to have in mind:", "")));
    }
    if (!context.summary().isBlank()) {
      sections.add(
          "What was said in this session before, as you have summarised it:\n"
              + Fence.barred(context.summary(), SUMMARY_CHARS_MAX));
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
      sections.add("What you know, noted earlier:\n" + String.join("\n", pieces));
    }
    return sections;
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
