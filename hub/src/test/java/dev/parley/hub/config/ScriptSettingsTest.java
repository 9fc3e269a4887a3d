package dev.parley.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.Outcome;
import dev.parley.agents.brain.ScriptedBrain.Rule;
import dev.parley.agents.brain.ScriptedBrain.Say;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptSettingsTest {
  @TempDir private Path data;

  private Rule rule(String answer) throws IOException {
    Files.writeString(
        data.resolve("parley.yaml"), "agents: {brains: {b: {answers: ['" + answer + "']}}}");
    BrainSetting brain =
        new ConfigSources().read(data, Map.of(), Map.of()).agents().brains().get("b");
    return ((BrainSetting.Script) brain).rules().getFirst();
  }

  @Test
  void anAnswerMaySaySomethingToOthers() throws IOException {
    assertThat(rule("plan => On it. >> task ada: Count: all >> group/team: {content} >> 3"))
        .isEqualTo(
            new Rule(
                "plan",
                new Outcome.Answered("On it."),
                List.of(
                    new Say("ada", true, "Count: all"),
                    new Say("group/team", false, "{content} >> 3"))));
    assertThat(rule("x => >> bob: hi"))
        .isEqualTo(new Rule("x", new Outcome.Answered(""), List.of(new Say("bob", false, "hi"))));
    assertThat(rule("more >> less, a>>b: c"))
        .isEqualTo(new Rule("", new Outcome.Answered("more >> less, a>>b: c"), List.of()));
  }
}
