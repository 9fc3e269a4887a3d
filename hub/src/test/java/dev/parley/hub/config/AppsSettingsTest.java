package dev.parley.hub.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.processes.sandbox.Limits;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be set of native apps. */
class AppsSettingsTest {
  private static AppsSettings of(Map<String, String> given) {
    return AppsSettings.of(
        new Settings(
            given.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey,
                        each -> new Settings.Setting(each.getValue(), "test")))));
  }

  @Test
  void appsRunInASandboxWithLimitsUnlessTheOwnerSaysOtherwise() {
    assertThat(of(Map.of()).limits())
        .hasValue(new Limits(1L << 30, 256, 0, 512L << 20, 1_024, Duration.ZERO));
    assertThat(of(Map.of("apps.memoryMb", "64", "apps.fileMb", "1")).limits())
        .hasValue(new Limits(64L << 20, 256, 0, 1L << 20, 1_024, Duration.ZERO));
    assertThat(of(Map.of("apps.sandbox", "false")).limits()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apps.runningMax=0",
        "apps.memoryMb=15",
        "apps.processes=3",
        "apps.fileMb=0",
        "apps.openFiles=15",
        "apps.sandbox=maybe"
      })
  void whatCannotBeIsRefusedByItsName(String setting) {
    String[] parts = setting.split("=", 2);

    assertThatThrownBy(() -> of(Map.of(parts[0], parts[1])))
        .isInstanceOf(BadConfig.class)
        .hasMessageContaining(parts[0]);
  }
}
