package dev.parley.agents.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What a hook may make of a payload. */
class HookShapesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "TOOL_PRE_EXECUTE; {\"tool\":\"x\",\"input\":{}}; true",
        "TOOL_PRE_EXECUTE; {\"tool\":\"\",\"input\":{}}; false",
        "TOOL_PRE_EXECUTE; {\"tool\":\"x\",\"input\":[]}; false",
        "TOOL_PRE_EXECUTE; {\"error\":\"no\"}; false",
        "TOOL_PRE_EXECUTE; []; false",
        "TOOL_POST_EXECUTE; {\"result\":\"text\"}; true",
        "TOOL_POST_EXECUTE; {\"result\":{\"content\":\"text\",\"is_error\":true}}; true",
        "TOOL_POST_EXECUTE; {\"result\":{\"content\":\"text\",\"is_error\":\"yes\"}}; false",
        "TOOL_POST_EXECUTE; {\"result\":7}; false",
        "MESSAGE_PRE_SEND; {\"system_prompt\":\"\"}; true",
        "MESSAGE_PRE_SEND; {\"system_prompt\":null}; false",
        "MESSAGE_POST_RECEIVE; {\"response_text\":\"a\"}; true",
        "MESSAGE_POST_RECEIVE; {\"text\":\"a\"}; false",
        "MEMORY_PRE_STORE; {\"key\":\"\",\"value\":\"v\",\"layer\":\"tacit\"}; true",
        "MEMORY_PRE_STORE; {\"key\":\"\",\"value\":\"v\",\"layer\":\"entity\"}; false",
        "MEMORY_PRE_STORE; {\"key\":\"k\",\"value\":\" \",\"layer\":\"tacit\"}; false",
        "MEMORY_PRE_STORE; {\"key\":\"k\",\"value\":\"v\",\"layer\":\"deep\"}; false",
        "MEMORY_PRE_RECALL; {\"query\":\"q\"}; true",
        "MEMORY_PRE_RECALL; {\"query\":\"\"}; false",
        "SESSION_MESSAGE_APPEND; {}; true",
        "PROMPT_SYSTEM_SECTIONS; {\"sections\":[]}; true",
        "PROMPT_SYSTEM_SECTIONS; {\"sections\":[\"a\",7]}; false",
        "STEERING_GENERATE; {\"messages\":[\"a\",{\"content\":\"b\"}]}; true",
        "STEERING_GENERATE; {\"messages\":[{\"text\":\"b\"}]}; false",
        "RESPONSE_STREAM; null; true",
        "RESPONSE_STREAM; {}; true",
        "RESPONSE_STREAM; {\"event\":{\"type\":\"text\"}}; true",
        "RESPONSE_STREAM; {\"event\":\"text\"}; false",
      })
  void onlyWhatHasTheRightShapeComesBack(HookPoint point, String payload, boolean fits) {
    assertThat(HookShapes.fits(point, new JsonMapper().readTree(payload), false)).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({"TOOL_PRE_EXECUTE, true", "MEMORY_PRE_STORE, true", "MESSAGE_PRE_SEND, false"})
  void whatStandsForTheHubMayLookOtherwiseWhereItIsAResult(HookPoint point, boolean fits) {
    assertThat(HookShapes.fits(point, new JsonMapper().readTree("{\"error\":\"no\"}"), true))
        .isEqualTo(fits);
  }
}
