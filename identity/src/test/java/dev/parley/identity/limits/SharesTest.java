package dev.parley.identity.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.identity.Principal;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static final Principal OWNER = new Principal.Owner();

  private final Shares shares = new Shares("chairs", "limits.chairsMax", 20, "limits.each", 10);

  private static Principal agent(String id) {
    return new Principal.AgentPrincipal(new AgentId(id));
  }

  private void take(String id, int times) {
    for (int i = 0; i < times; i++) {
      shares.take(agent(id));
    }
  }

  @Test
  void anAgentGetsItsShareAndIsToldWhichSettingSaysSo() {
    take("ada", 10);

    assertThatThrownBy(() -> take("ada", 1))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("'ada' has 10 chairs; limits.each");
    assertThat(shares.taken()).isEqualTo(10);
    take("bob", 1);
    shares.release(agent("ada"));
    take("ada", 1);
  }

  @Test
  void theLastTenthIsTheOwners() {
    take("ada", 10);
    take("bob", 8);

    assertThatThrownBy(() -> take("eve", 1))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("limits.chairsMax is 20");
    shares.take(OWNER);
    shares.take(OWNER);
    assertThatThrownBy(() -> shares.take(OWNER)).isInstanceOf(Refused.class);
    shares.release(OWNER);
    shares.take(OWNER);
  }
}
