package dev.parley.loops.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationIdsTest {
  @RepeatedTest(20)
  void anIdIsReadAsItIsWritten() {
    UUID id = ConversationIds.random();

    assertThat(ConversationIds.isReserved(id.toString())).isTrue();
    assertThat(ConversationIds.parse(id.toString())).contains(id);
  }

  @Test
  void inCapitalsItIsReservedAndNobodys() {
    String capitals = "0f8fad5b-d9cb-869f-a165-70867728950e".toUpperCase(Locale.ROOT);

    assertThat(ConversationIds.isReserved(capitals)).isTrue();
    assertThat(ConversationIds.parse(capitals)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "standup",
        "0f8fad5b-d9cb-469f-a165-70867728950e",
        "0f8fad5b-d9cb-869f-a165-70867728950",
        "0f8fad5b-d9cb-869f-a165-70867728950e0",
        "0f8fad5b-d9cb-869fa-165-70867728950e",
        "0f8fad5b-d9cb-869f-a165-70867728950g",
        "0f8fad5b-d9cb-869f-a165-7086772895-e",
        "0f8fad5b-d9cb-869f-a165-70867728950\u0665",
        "0f8fad5b-d9cb-869f-a165-70867728950\u00ff",
      })
  void everyOtherTextIsTheSenders(String text) {
    assertThat(ConversationIds.isReserved(text)).isFalse();
    assertThat(ConversationIds.parse(text)).isEmpty();
  }
}
