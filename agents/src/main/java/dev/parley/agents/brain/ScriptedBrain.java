package dev.parley.agents.brain;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Answers by rules, without any model: for tests, demonstrations and answering machines. The first
 * rule whose words occur in the newest message decides.
 */
public final class ScriptedBrain implements Brain {
  private final List<Rule> rules;
  private final Speaking speaking;

  /**
   * Something that is sent to somebody else.
   *
   * @param task whether it is a task to be done
   */
  public record Say(String to, boolean task, String text) {}

  /** How it is sent, as the agent, and refused like everything an agent sends. */
  public interface Speaking {
    Speaking NONE =
        (_, _) -> {
          throw new Refused(ErrorCode.FORBIDDEN, "this script has nobody to speak to");
        };

    /**
     * @throws Refused when it may not be sent
     */
    void say(BrainRequest request, Say say) throws InterruptedException;
  }

  /**
   * @param words looked for whatever their case; empty for every message
   * @param outcome in whose text {@code {from}} and {@code {content}} stand for the message's own
   * @param says what is sent before; in its texts as well
   */
  public record Rule(String words, Outcome outcome, List<Say> says) {
    public Rule {
      words = words.toLowerCase(Locale.ROOT);
      says = List.copyOf(says);
    }

    public Rule(String words, Outcome outcome) {
      this(words, outcome, List.of());
    }
  }

  public ScriptedBrain(List<Rule> rules) {
    this(rules, Speaking.NONE);
  }

  public ScriptedBrain(List<Rule> rules, Speaking speaking) {
    this.rules = List.copyOf(rules);
    this.speaking = speaking;
  }

  @Override
  public Outcome run(BrainRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    Message newest = request.newest();
    String content = newest.draft().content() == null ? "" : newest.draft().content();
    String lower = content.toLowerCase(Locale.ROOT);
    for (Rule rule : rules) {
      if (lower.contains(rule.words)) {
        try {
          for (Say say : rule.says) {
            speaking.say(request, new Say(say.to, say.task, filled(say.text, newest, content)));
          }
        } catch (Refused refused) {
          return new Outcome.Failed(String.valueOf(refused.getMessage()));
        }
        return switch (rule.outcome) {
          case Outcome.Answered(String text) -> {
            String answer = filled(text, newest, content);
            events.accept(new BrainEvent.Text(answer));
            yield new Outcome.Answered(answer);
          }
          case Outcome.Declined declined -> declined;
          case Outcome.Failed failed -> failed;
        };
      }
    }
    return new Outcome.Declined("no rule of the script is about this");
  }

  private static String filled(String text, Message newest, String content) {
    return text.replace("{from}", newest.draft().from()).replace("{content}", content);
  }
}
