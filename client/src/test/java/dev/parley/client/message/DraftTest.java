package dev.parley.client.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.client.json.JsonObject;
import dev.parley.core.message.EnvelopeField;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DraftTest {

  @Test
  void fieldsAreCalledAsRequestsCallThem() {
    Draft draft =
        Draft.toPath("agent/ben")
            .from("ada")
            .content("x")
            .payload(JsonObject.EMPTY)
            .command("c")
            .messageType("task")
            .priority("high")
            .replyTo("r")
            .conversation("v")
            .expiresAfter(Duration.ofSeconds(1))
            .id("i")
            .with(EnvelopeField.TOPIC, "t");
    Set<String> requestNames =
        Arrays.stream(EnvelopeField.values())
            .map(EnvelopeField::requestName)
            .collect(Collectors.toSet());

    assertThat(draft.fields()).hasSize(12).containsEntry("messageType", "task");
    assertThat(requestNames).containsAll(draft.fields().keySet());
  }

  @Test
  void whatUtf8CannotCarryIsNotSent() {
    assertThatThrownBy(() -> Draft.to("ben").content("half \ud83d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'content' is not valid Unicode");
  }

  @Test
  void aReceivedMessageHasTheDefaultsOfTheEnvelope() {
    var message = new ReceivedMessage(JsonObject.parse("{\"from\":\"ada\"}"));

    assertThat(message.from()).isEqualTo("ada");
    assertThat(message.id()).isEmpty();
    assertThat(message.command()).isEqualTo("message");
    assertThat(message.type()).isEqualTo("message");
    assertThat(message.priority()).isEqualTo("normal");
  }
}
