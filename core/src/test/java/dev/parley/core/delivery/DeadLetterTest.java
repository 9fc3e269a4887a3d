package dev.parley.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.store.BoxId;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
  @Test
  void theStoredFormIsWhatItAlwaysWas() {
    assertThat(new DeadLetter("no agent eve", null).annotation())
        .isEqualTo("\"reason\":\"no agent eve\"");
    assertThat(new DeadLetter("why", BoxId.inbox(new AgentId("bob"))).annotation())
        .isEqualTo("\"reason\":\"why\",\"inbox\":\"bob\"");
    assertThat(new DeadLetter("why", BoxId.inbox(SessionKey.parse("bob/7"))).annotation())
        .isEqualTo("\"reason\":\"why\",\"inbox\":\"bob/7\"");
  }

  @Test
  void whatWasWrittenIsReadBack() {
    for (DeadLetter letter :
        new DeadLetter[] {
          new DeadLetter("nobody is subscribed to '\"inbox\":\"eve\"'", null),
          new DeadLetter("why", BoxId.inbox(new AgentId("bob"))),
          new DeadLetter("why", BoxId.inbox(SessionKey.parse("bob/7"))),
        }) {
      assertThat(DeadLetter.read(letter.annotation())).isEqualTo(letter);
    }
  }

  @Test
  void aLetterWithoutAnAnnotationHasNoReasonAndNoInbox() {
    assertThat(DeadLetter.read(null)).isEqualTo(new DeadLetter("", null));
  }

  @Test
  void membersThatALaterVersionAddsArePassedOver() {
    assertThat(DeadLetter.read("\"reason\":\"why\",\"later\":{\"inbox\":\"eve\"}"))
        .isEqualTo(new DeadLetter("why", null));
  }
}
