package dev.parley.agents.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScriptedBrainTest {
  private static final ScriptedBrain.Rule PASSES_ON =
      new ScriptedBrain.Rule(
          "Invoice",
          new Outcome.Answered("thanks, {from}"),
          List.of(new ScriptedBrain.Say("accounts", true, "{from} says {content}")));

  private static BrainRequest request(String content) {
    Message message =
        new Message(
            new MessageId(1, 2),
            1,
            Draft.from("bob").to(Path.parse("agent/ada")).content(content).build(),
            0,
            0,
            Origin.PEER,
            0,
            null);
    return new BrainRequest(SessionKey.parse("ada/main"), new UUID(1, 1), List.of(message));
  }

  @Test
  void aRuleSendsToOthersAndAnswers() throws InterruptedException {
    List<ScriptedBrain.Say> said = new ArrayList<>();
    ScriptedBrain brain = new ScriptedBrain(List.of(PASSES_ON), (_, say) -> said.add(say));
    assertThat(brain.run(request("an invoice"), _ -> {}))
        .isEqualTo(new Outcome.Answered("thanks, bob"));
    assertThat(said)
        .containsExactly(new ScriptedBrain.Say("accounts", true, "bob says an invoice"));
    assertThat(brain.run(request("lunch?"), _ -> {})).isInstanceOf(Outcome.Declined.class);
    assertThat(said).hasSize(1);
  }

  @Test
  void whatMayNotBeSentMakesTheTurnFail() throws InterruptedException {
    ScriptedBrain brain =
        new ScriptedBrain(
            List.of(PASSES_ON),
            (_, _) -> {
              throw new Refused(ErrorCode.FORBIDDEN, "not to them");
            });
    assertThat(brain.run(request("invoice"), _ -> {})).isEqualTo(new Outcome.Failed("not to them"));
    assertThat(new ScriptedBrain(List.of(PASSES_ON)).run(request("invoice"), _ -> {}))
        .isInstanceOf(Outcome.Failed.class);
  }
}
