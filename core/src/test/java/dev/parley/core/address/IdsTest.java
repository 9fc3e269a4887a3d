package dev.parley.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

  private static final List<Function<String, Object>> KINDS =
      List.of(AgentId::new, SessionId::new, GroupName::new);

  @ParameterizedTest
  @ValueSource(strings = {"a", "Ada-1_2.3", "ada@example.com", "node:7+8", "..", "0"})
  void lettersDigitsAndAFewSignsAreAllowed(String value) {
    for (Function<String, Object> kind : KINDS) {
      assertThat(kind.apply(value)).hasToString(value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b", "*", "a#", "é", "a\n", "a\u0000", "[", "`", "{", ",", ";"})
  void anythingElseIsRefused(String value) {
    for (Function<String, Object> kind : KINDS) {
      assertThatThrownBy(() -> kind.apply(value))
          .isInstanceOf(InvalidAddress.class)
          .hasMessageContaining("allowed are 1 to 128 characters out of");
    }
  }

  @Test
  void anIdHasOneTo128Characters() {
    for (Function<String, Object> kind : KINDS) {
      assertThat(kind.apply("a".repeat(128)).toString()).hasSize(128);
      assertThatThrownBy(() -> kind.apply("a".repeat(129)))
          .isInstanceOf(InvalidAddress.class)
          .hasMessageContaining("129 characters");
      assertThatThrownBy(() -> kind.apply(""))
          .isInstanceOf(InvalidAddress.class)
          .hasMessageContaining("empty");
    }
  }

  @Test
  void theRefusalNamesTheKindTheCharacterAndThePlace() {
    assertThatThrownBy(() -> new AgentId("ada/b"))
        .hasMessage(
            "the agent id has '/' (U+002F) at 3; "
                + "allowed are 1 to 128 characters out of A-Z a-z 0-9 . _ @ : + -");
    assertThatThrownBy(() -> new SessionId("a\n")).hasMessageContaining("has U+000A at 1");
    assertThatThrownBy(() -> new GroupName("")).hasMessageContaining("the group name is empty");
  }

  @Test
  void aSessionKeyIsTheAgentAndTheSession() {
    var key = new SessionKey(new AgentId("ada"), new SessionId("main"));

    assertThat(key.text()).isEqualTo("ada/main");
    assertThat(key).hasToString("ada/main");
  }
}
