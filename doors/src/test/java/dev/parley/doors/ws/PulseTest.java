package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PulseTest {
  private static final long IDLE = 100;
  private static final Liveness HUB_PINGS = new Liveness.HubPings();
  private static final Liveness CLIENT_SPEAKS = new Liveness.ClientSpeaks(Duration.ofNanos(500));

  private final Pulse pulse = new Pulse(0);

  private Pulse.Sign at(long now, Liveness liveness) {
    return pulse.look(now, liveness, IDLE);
  }

  @Test
  void aSilentConnectionIsPingedAndDeadAfterTwoPingsWithoutAnAnswer() {
    assertThat(at(100, HUB_PINGS)).isEqualTo(Pulse.Sign.ALIVE);
    assertThat(at(101, HUB_PINGS)).isEqualTo(Pulse.Sign.PING_IT);
    assertThat(at(201, HUB_PINGS)).isEqualTo(Pulse.Sign.ALIVE);
    assertThat(at(202, HUB_PINGS)).isEqualTo(Pulse.Sign.PING_IT);
    assertThat(at(303, HUB_PINGS)).isEqualTo(Pulse.Sign.DEAD);
  }

  @Test
  void whateverIsHeardIsAnAnswer() {
    assertThat(at(101, HUB_PINGS)).isEqualTo(Pulse.Sign.PING_IT);
    assertThat(at(202, HUB_PINGS)).isEqualTo(Pulse.Sign.PING_IT);
    pulse.heard(210);

    assertThat(at(311, HUB_PINGS)).isEqualTo(Pulse.Sign.PING_IT);
  }

  @Test
  void whoeverSpeaksByItselfIsNeverPingedAndDeadAfterItsOwnTime() {
    assertThat(at(500, CLIENT_SPEAKS)).isEqualTo(Pulse.Sign.ALIVE);
    assertThat(at(501, CLIENT_SPEAKS)).isEqualTo(Pulse.Sign.DEAD);
    pulse.heard(502);
    assertThat(at(1_002, CLIENT_SPEAKS)).isEqualTo(Pulse.Sign.ALIVE);
  }
}
