package dev.parley.hub.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.brains.harness.Leave;
import dev.parley.brains.harness.Preset;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarnessSettingsTest {
  @TempDir private Path data;

  private BrainSetting brain(String settings) throws IOException {
    Files.writeString(
        data.resolve("parley.yaml"), "agents:\n  brains:\n    x:\n" + settings.indent(6));
    return new ConfigSources()
        .read(data, Map.of(), Map.of())
        .agents()
        .brains()
        .getOrDefault("x", new BrainSetting.Script(List.of()));
  }

  @Test
  void aPresetIsEnough() throws IOException {
    assertThat(brain("kind: acp\npreset: codex"))
        .isEqualTo(
            new BrainSetting.Harness(
                true,
                Preset.CODEX,
                List.of(),
                null,
                List.of(),
                null,
                null,
                null,
                Leave.ASK,
                List.of(),
                Duration.ofMinutes(15),
                null));
  }

  @Test
  void everythingMayBeSaid() throws IOException {
    assertThat(
            brain(
                """
                kind: acp
                argv: [my-harness, --acp]
                directory: work
                environment: [HTTPS_PROXY, 'A=b', 'T=${MY_TOKEN}']
                model: m
                endpoint: http://127.0.0.1:8080/v1
                key: ${MY_KEY}
                permissions: deny
                tools: [read*, 'kind:search']
                idleMinutes: 3
                """))
        .isEqualTo(
            new BrainSetting.Harness(
                true,
                Preset.OTHER,
                List.of("my-harness", "--acp"),
                data.resolve("work"),
                List.of("HTTPS_PROXY", "A=b", "T=${MY_TOKEN}"),
                "m",
                URI.create("http://127.0.0.1:8080/v1"),
                "${MY_KEY}",
                Leave.DENY,
                List.of("read*", "kind:search"),
                Duration.ofMinutes(3),
                null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "preset: emacs | agents.brains.x.preset",
        "model: m | agents.brains.x.preset: which harness it is",
        "argv: [''] | agents.brains.x.argv",
        "key: sk-secret | agents.brains.x.key: the name of a variable",
        "environment: [PARLEY_TOKEN] | agents.brains.x.environment",
        "endpoint: file:///etc | agents.brains.x.endpoint",
        "permissions: perhaps | agents.brains.x.permissions",
        "idleMinutes: 0 | agents.brains.x.idleMinutes",
        "answers: [a] | agents.brains.x.answers: there is no such setting",
      })
  void whatIsWrongIsRefusedByItsKeysName(String line, String problem) {
    String preset = line.startsWith("preset") || line.startsWith("model") ? "" : "preset: claude\n";
    assertThatExceptionOfType(BadConfig.class)
        .isThrownBy(() -> brain("kind: acp\n" + preset + line))
        .withMessageStartingWith(problem)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("sk-secret"));
  }
}
