package dev.parley.doors.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayPayloadTest {
  private static Utterance read(String payload) {
    return GatewayPayload.read("ada", payload.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"text\":\"hi\"}",
        "{\"text\":\"}]\\\"}{\\\\\"}",
        "{ \"a\" : [ { \"b\" : \"\\\\\" } , 1 ] , \"text\" : \"größer\" } ",
      })
  void whatTheHubHasWrittenIsTakenApart(String content) {
    Utterance said = read("{\"stream\":\"größe\",\"content\":" + content.strip() + "}");

    assertThat(said).isNotNull();
    assertThat(said.senderId()).isEqualTo("ada");
    assertThat(said.stream()).isEqualTo("größe");
    assertThat(new String(said.content(), UTF_8)).isEqualTo(content.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"stream\":\"dm\"}",
        "{\"stream\":\"dm\",\"content\":1}",
        "{\"stream\":\"dm\",\"content\":\"text\"}",
        "{\"stream\":\"dm\",\"content\":{},\"more\":{}}",
        "{\"stream\":\"dm\",\"content\":{}} ",
        "{\"stream\":\"\",\"content\":{}}",
        "{\"stream\":\"a\\\"b\",\"content\":{}}",
        "{\"content\":{},\"stream\":\"dm\"}",
        "{\"stream\":\"dm\",\"content\":{\"text\":\"never ends",
        "{\"stream\":\"dm\",\"content\":{\"text\":\"never ends\\",
        "{\"stream\":\"dm\",\"content\":",
      })
  void everythingElseIsLeftToTheReaderOfJson(String payload) {
    assertThat(read(payload)).isNull();
  }

  @Test
  void whatIsDeepIsLeftToTheReaderOfJson() {
    String deep = "{\"a\":".repeat(40) + "1" + "}".repeat(40);

    assertThat(read("{\"stream\":\"dm\",\"content\":" + deep + "}")).isNull();
  }
}
