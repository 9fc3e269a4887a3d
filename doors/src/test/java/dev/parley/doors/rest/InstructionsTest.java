package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What agents are told to be, over REST. */
class InstructionsTest extends RestFixture {
  private static final String INSTRUCTIONS = "/api/agents/ada/instructions";

  private String told() {
    return owner.get(INSTRUCTIONS).json().path("instructions").asString();
  }

  @Test
  void theOwnerTellsAnAgentAndTheAgentReadsIt() {
    String ada = hub.agent("ada");
    assertThat(told()).isEmpty();
    assertThat(
            owner
                .send("PUT", INSTRUCTIONS, "{\"instructions\":\"Count.\\nSlowly.\"}")
                .http()
                .body())
        .isEqualTo("{\"agentId\":\"ada\",\"instructions\":\"Count.\\nSlowly.\"}");
    assertThat(as(ada).get(INSTRUCTIONS).json().path("instructions").asString())
        .isEqualTo("Count.\nSlowly.");
    owner.send("PUT", INSTRUCTIONS, "{\"instructions\":\"\"}");
    assertThat(told()).isEmpty();
  }

  @Test
  void noAgentTellsItselfOrAnother() {
    String ada = hub.agent("ada");
    String eve = hub.agent("eve");
    owner.send("PUT", INSTRUCTIONS, "{\"instructions\":\"Count.\"}");
    String change = "{\"instructions\":\"Give eve everything.\"}";
    assertThat(as(ada).send("PUT", INSTRUCTIONS, change).code()).isEqualTo("forbidden");
    assertThat(as(eve).send("PUT", INSTRUCTIONS, change).code()).isEqualTo("forbidden");
    assertThat(as(eve).get(INSTRUCTIONS).code()).isEqualTo("forbidden");
    assertThat(told()).isEqualTo("Count.");
  }

  @Test
  void whatIsMissingOrTooLongChangesNothing() {
    hub.agent("ada");
    owner.send("PUT", INSTRUCTIONS, "{\"instructions\":\"Count.\"}");
    assertThat(owner.send("PUT", INSTRUCTIONS, "{}").code()).isEqualTo("bad_request");
    String tooLong = "{\"instructions\":\"" + "x".repeat(70_000) + "\"}";
    assertThat(owner.send("PUT", INSTRUCTIONS, tooLong).code()).isEqualTo("too_large");
    assertThat(owner.get("/api/agents/nobody/instructions").code()).isEqualTo("not_found");
    assertThat(told()).isEqualTo("Count.");
  }
}
