package dev.parley.agents.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
  private static final AgentId ADA = new AgentId("ada");

  private static Command command(String... argv) {
    return new Command("name", List.of(argv), Path.of("/"), List.of(), "");
  }

  @Test
  void placeholdersAreFilledInWholeArgumentsAndInParts() {
    assertThat(command("tool", "--name={agentId}", "{prompt}", "{agentId}.txt").argv(ADA, "do it"))
        .containsExactly("tool", "--name=ada", "do it", "ada.txt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "two words",
        "it's \"quoted\"",
        "; rm -rf / #",
        "$(touch x) `touch y` && touch z | cat > w",
        "first\nsecond\r\n\tthird",
        "{agentId} {prompt} {{prompt}}",
        "\\1 $1 ${prompt} %s *",
        "hällo 你好 \uD83D\uDC4B"
      })
  void aPromptStaysOneArgumentAsItIs(String prompt) {
    assertThat(command("tool", "-p", "{prompt}", "end").argv(ADA, prompt))
        .containsExactly("tool", "-p", prompt, "end");
    assertThat(command("tool", "--prompt={prompt}").argv(ADA, prompt))
        .containsExactly("tool", "--prompt=" + prompt);
  }

  @Test
  void otherBracesAreLeftAlone() {
    assertThat(command("tool", "{\"a\":{}}", "{url}").argv(ADA, ""))
        .containsExactly("tool", "{\"a\":{}}", "{url}");
  }

  @Test
  void whatCouldBeTakenForAnOptionIsRefusedUnlessOptionsAreOver() {
    refused(command("tool", "{prompt}"), ADA, "--dangerous", ErrorCode.BAD_REQUEST);
    refused(command("tool", "{agentId}"), new AgentId("-rf"), "x", ErrorCode.BAD_REQUEST);

    assertThat(command("tool", "--", "{prompt}").argv(ADA, "--dangerous"))
        .containsExactly("tool", "--", "--dangerous");
    assertThat(command("tool", "--prompt={prompt}").argv(ADA, "--dangerous"))
        .containsExactly("tool", "--prompt=--dangerous");
    assertThat(command("tool", "x").argv(ADA, "--dangerous")).containsExactly("tool", "x");
  }

  @Test
  void aPromptThatCannotBeAnArgumentIsRefused() {
    refused(command("tool", "{prompt}"), ADA, "a\0b", ErrorCode.BAD_REQUEST);
    refused(command("tool", "{prompt}"), ADA, " ", ErrorCode.BAD_REQUEST);
    refused(command("tool", "{prompt}"), ADA, "ä".repeat(32_769), ErrorCode.TOO_LARGE);
  }

  private static void refused(Command command, AgentId agent, String prompt, ErrorCode code) {
    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> command.argv(agent, prompt))
        .extracting(Refused::code)
        .isEqualTo(code);
  }

  @Test
  void whatIsNoCommandCannotBeMade() {
    assertThatIllegalArgumentException().isThrownBy(CommandTest::command);
    assertThatIllegalArgumentException().isThrownBy(() -> command(" ", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> command("{prompt}"));
    assertThatIllegalArgumentException().isThrownBy(() -> command("/opt/{agentId}/run"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> command("tool", "--token={token}"))
        .withMessageContaining("PARLEY_TOKEN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Command("a b", List.of("x"), Path.of("/"), List.of(), ""));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Command("a", List.of("x"), Path.of("/"), List.of("PARLEY_TOKEN"), ""));
  }
}
