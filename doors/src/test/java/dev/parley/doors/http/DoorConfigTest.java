package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DoorConfigTest {

  @Test
  void theDefaultsAreThoseOfTheProtocol() {
    assertThat(DoorConfig.DEFAULT)
        .isEqualTo(
            new DoorConfig(
                new DoorConfig.Ports(
                    "127.0.0.1", 3000, 3100, Set.of(), Runtime.getRuntime().availableProcessors()),
                new DoorConfig.Limits(
                    16_384,
                    DoorConfig.Limits.DEFAULT.strangersMax(),
                    2_097_152,
                    65_536,
                    1_048_576,
                    4_096,
                    16_777_216,
                    1_048_576,
                    100,
                    Duration.ofSeconds(10)),
                new DoorConfig.Patience(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(5)),
                new DoorConfig.Pushing(Duration.ofSeconds(30), 5, 1_000)));
  }

  @Test
  void aBadValueIsRefusedByItsName() {
    assertThatThrownBy(() -> new DoorConfig.Ports("127.0.0.1", 70_000, 0, Set.of(), 1))
        .hasMessage("ports.owner must be between 0 and 65535, not 70000");
    DoorConfig.Patience usual = DoorConfig.Patience.DEFAULT;
    assertThatThrownBy(
            () ->
                new DoorConfig.Patience(
                    Duration.ZERO, usual.idle(), usual.stalled(), usual.request(), usual.stop()))
        .hasMessageStartingWith("patience.authentication ");
    assertThatThrownBy(
            () ->
                new DoorConfig.Limits(
                    0,
                    DoorConfig.Limits.DEFAULT.strangersMax(),
                    2_097_152,
                    65_536,
                    1_048_576,
                    4_096,
                    1,
                    1_048_576,
                    100,
                    Duration.ofSeconds(10)))
        .hasMessageStartingWith("limits.connectionsMax ");
    assertThatThrownBy(
            () ->
                new DoorConfig.Limits(
                    1,
                    DoorConfig.Limits.DEFAULT.strangersMax(),
                    2_048,
                    65_536,
                    1_048_576,
                    4_096,
                    1,
                    1_048_576,
                    100,
                    Duration.ofSeconds(10)))
        .hasMessageStartingWith("limits.strangerFrameBytesMax ");
  }
}
