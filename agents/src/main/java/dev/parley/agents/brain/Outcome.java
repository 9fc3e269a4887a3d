package dev.parley.agents.brain;

/** How a turn ended. */
public sealed interface Outcome {

  /**
   * @param text what is to be answered; empty when nothing is, because the brain has said what it
   *     had to say by its tools
   */
  record Answered(String text) implements Outcome {}

  /** It has decided that this is nothing to answer. */
  record Declined(String reason) implements Outcome {}

  record Failed(String reason) implements Outcome {}

  /** The words for it in logs and answers. */
  default String name() {
    return switch (this) {
      case Answered _ -> "answered";
      case Declined _ -> "declined";
      case Failed _ -> "failed";
    };
  }

  /** What it has to say: the answer, or why there is none. */
  default String text() {
    return switch (this) {
      case Answered(String text) -> text;
      case Declined(String reason) -> reason;
      case Failed(String reason) -> reason;
    };
  }
}
