package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Origin;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrincipalTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");

  @Test
  void theOwnerMayActForAnybody() {
    assertThat(new Owner().mayActFor(ADA)).isTrue();
  }

  @Test
  void anAgentMayActForItselfOnly() {
    assertThat(new AgentPrincipal(ADA).mayActFor(ADA)).isTrue();
    assertThat(new AgentPrincipal(ADA).mayActFor(BOB)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "true, developer, internal, false, OWNER",
    "true, developer, internal, true, HUMAN",
    "true, developer, slack, true, EXTERNAL",
    "true, ada, internal, false, PEER",
    "true, ada, internal, true, HUMAN",
    "false, ada, internal, false, PEER",
    "false, ada, internal, true, PEER",
    "false, ada, email, false, EXTERNAL"
  })
  void theOriginFollowsFromWhoSpeaksUnderWhichNameAndWhereItCameFrom(
      boolean owner, String name, String source, boolean humanInjected, Origin expected) {
    Principal principal = owner ? new Owner() : new AgentPrincipal(ADA);
    Draft draft =
        Draft.from(name)
            .to(Path.parse("agent/bob"))
            .source(source)
            .humanInjected(humanInjected)
            .build();
    assertThat(new Visit(principal, Door.WS, "").senderAs(name).origin(draft)).isEqualTo(expected);
  }

  @Test
  void anAgentCannotSpeakInAnothersName() {
    Visit ada = new Visit(new AgentPrincipal(ADA), Door.WS, "");

    assertThatThrownBy(() -> ada.senderAs("bob"))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.FORBIDDEN));
  }
}
