package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
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
    "true, internal, false, OWNER",
    "true, internal, true, HUMAN",
    "true, slack, true, EXTERNAL",
    "false, internal, false, PEER",
    "false, internal, true, PEER",
    "false, email, false, EXTERNAL"
  })
  void theOriginFollowsFromWhoSpeaksAndWhereItCameFrom(
      boolean owner, String source, boolean humanInjected, Origin expected) {
    Principal principal = owner ? new Owner() : new AgentPrincipal(ADA);
    assertThat(principal.origin(source, humanInjected)).isEqualTo(expected);
  }
}
