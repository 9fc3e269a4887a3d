package dev.parley.agents.brain;

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

  /**
   * @param words looked for whatever their case; empty for every message
   * @param outcome in whose text {@code {from}} and {@code {content}} stand for the message's own
   */
  public record Rule(String words, Outcome outcome) {
    public Rule {
      words = words.toLowerCase(Locale.ROOT);
    }
  }

  public ScriptedBrain(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  @Override
  public Outcome run(BrainRequest request, Consumer<BrainEvent> events) {
    Message newest = request.newest();
    String content = newest.draft().content() == null ? "" : newest.draft().content();
    String lower = content.toLowerCase(Locale.ROOT);
    for (Rule rule : rules) {
      if (lower.contains(rule.words)) {
        return switch (rule.outcome) {
          case Outcome.Answered(String text) -> {
            String filled = text.replace("{from}", newest.draft().from());
            String answer = filled.replace("{content}", content);
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
}
