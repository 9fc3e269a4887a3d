package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.identity.Principal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoginNewsTest {
  private long now;
  private final LoginNews logins = new LoginNews(() -> now);
  private final Principal owner = new Principal.Owner();

  @Test
  void theSameOneIsNewsOnceAnHour() {
    assertThat(logins.isNews(owner)).isTrue();
    assertThat(logins.isNews(owner)).isFalse();
    now += Duration.ofMinutes(59).toNanos();
    assertThat(logins.isNews(owner)).isFalse();
    now += Duration.ofMinutes(1).toNanos();
    assertThat(logins.isNews(owner)).isTrue();
  }

  @Test
  void othersAreOthers() {
    assertThat(logins.isNews(owner)).isTrue();
    assertThat(logins.isNews(new Principal.AgentPrincipal(new AgentId("ada")))).isTrue();
    assertThat(logins.isNews(new Principal.AgentPrincipal(new AgentId("bob")))).isTrue();
  }
}
