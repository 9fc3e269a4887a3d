package dev.parley.agents.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.BrainEvent;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is remembered of a turn while it is made. */
class LiveTurnTest {
  private final LiveTurn turn =
      new LiveTurn(TurnHub.session("ada", "main"), UUID.randomUUID(), 1, List.of(), List.of());

  @Test
  void piecesOfOneTextAreOneStepAndSayWhereTheyBelong() {
    assertThat(turn.note(new BrainEvent.Text("Hel")))
        .extracting(TurnEvent.Happened::step, TurnEvent.Happened::offset)
        .containsExactly(0, 0);
    assertThat(turn.note(new BrainEvent.Text("lo")))
        .extracting(TurnEvent.Happened::step, TurnEvent.Happened::offset)
        .containsExactly(0, 3);
    assertThat(turn.note(new BrainEvent.Thinking("hm")))
        .extracting(TurnEvent.Happened::step, TurnEvent.Happened::offset)
        .containsExactly(1, 0);

    assertThat(turn.steps()).extracting(LiveTurn.Step::text).containsExactly("Hello", "hm");
  }

  @Test
  void aResultBelongsToItsCallWhateverCameInBetween() {
    turn.note(new BrainEvent.ToolCalled("c1", "message", "{}"));
    turn.note(new BrainEvent.ToolCalled("c2", "shell", "{\"run\":\"ls\"}"));
    assertThat(turn.note(new BrainEvent.ToolAnswered("c1", "sent", false)))
        .extracting(TurnEvent.Happened::step)
        .isEqualTo(0);

    assertThat(turn.steps())
        .containsExactly(
            new LiveTurn.Step(LiveTurn.Kind.TOOL, "{}", "c1", "message", "sent", false),
            new LiveTurn.Step(LiveTurn.Kind.TOOL, "{\"run\":\"ls\"}", "c2", "shell", null, false));
    assertThat(turn.note(new BrainEvent.ToolAnswered("c3", "whose?", false))).isNull();
  }

  @Test
  void aBrainThatTalksWithoutEndIsCutOff() {
    String much = "x".repeat(LiveTurn.STEP_CHARACTERS_MAX - 1) + "😀";
    assertThat(turn.note(new BrainEvent.Text(much))).isNotNull();
    assertThat(turn.note(new BrainEvent.Text("more"))).isNotNull();
    assertThat(turn.note(new BrainEvent.Text("and more"))).isNull();
    assertThat(turn.steps().getFirst().text())
        .hasSize(LiveTurn.STEP_CHARACTERS_MAX)
        .as("half of a character is left out")
        .endsWith("xm");

    for (int i = 0; i < 2 * LiveTurn.STEPS_MAX; i++) {
      turn.note(new BrainEvent.ToolCalled("c" + i, "message", much));
    }
    assertThat(turn.steps()).hasSize(LiveTurn.STEPS_MAX);
    assertThat(turn.steps().stream().mapToInt(step -> step.text().length()).sum())
        .isLessThanOrEqualTo(LiveTurn.CHARACTERS_MAX);
  }
}
