package dev.parley.hub.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.brains.model.ModelLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelSettingsTest {
  @TempDir Path data;

  private Map<String, BrainSetting> read(String settings) throws IOException {
    Files.writeString(data.resolve("parley.yaml"), "agents:\n  brains:\n" + settings.indent(4));
    return new ConfigSources().read(data, Map.of(), Map.of()).agents().brains();
  }

  private BrainSetting.Model model(String settings) throws IOException {
    return (BrainSetting.Model) read(settings).get("m");
  }

  @Test
  void whatIsNotSaidHasItsDefault() throws IOException {
    BrainSetting.Model model = model("m: {kind: model, provider: anthropic, model: claude-x}");
    assertThat(model.endpoint().url()).isEqualTo("https://api.anthropic.com/v1");
    assertThat(model.endpoint().maxTokens()).isEqualTo(4_096);
    assertThat(model.limits()).isEqualTo(ModelLimits.DEFAULT);
    assertThat(model.keyFile()).isNull();
    assertThat(model.tools()).isTrue();
  }

  @Test
  void everythingCanBeSaid() throws IOException {
    BrainSetting.Model model =
        model(
            """
            m:
              kind: model
              provider: openai
              model: org/gpt-x:latest
              url: http://127.0.0.1:8000/v1/
              keyFile: key
              fallbacks: [n]
              prompt: Be short.
              tools: false
              maxTokens: 100
              thinkingTokens: 200
              maxSteps: 3
              retries: 0
              callMs: 2000
              budgetTokens: 900
              budgetDollars: 0.25
              inputDollars: 0.15
              outputDollars: 3
            n: {kind: model, provider: ollama, model: llama}
            """);
    assertThat(model.endpoint().url()).isEqualTo("http://127.0.0.1:8000/v1");
    assertThat(model.endpoint().inputMicros()).isEqualTo(150_000);
    assertThat(model.endpoint().outputMicros()).isEqualTo(3_000_000);
    assertThat(model.endpoint().thinkingTokens()).isEqualTo(200);
    assertThat(model.limits())
        .isEqualTo(new ModelLimits(3, 0, Duration.ofSeconds(2), 900, 250_000));
    assertThat(model.keyFile()).isEqualTo(data.resolve("key"));
    assertThat(model.fallbacks()).isEqualTo(List.of("n"));
    assertThat(model.prompt()).isEqualTo("Be short.");
    assertThat(model.tools()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "provider: nobody, model: m|agents.brains.m.provider: 'nobody' is refused",
        "provider: anthropic|agents.brains.m.model: '' is refused",
        "provider: anthropic, model: m, url: 'ftp://x'|agents.brains.m.url: 'ftp://x' is refused",
        "provider: anthropic, model: m, url: 'https://me:pw@x/v1'|agents.brains.m.url",
        "provider: anthropic, model: m, maxSteps: 0|agents.brains.m.maxSteps: '0' is refused",
        "provider: anthropic, model: m, inputDollars: cheap|agents.brains.m.inputDollars: 'cheap'",
        "provider: anthropic, model: m, keyEnv: A, keyFile: b|agents.brains.m.keyFile: the key is",
        "provider: anthropic, model: m, fallbacks: [m]|agents.brains.m.fallbacks: 'm' is refused",
        "provider: anthropic, model: m, fallbacks: [x]|agents.brains.m.fallbacks: 'x' is refused",
        "provider: anthropic, model: m, key: s3cret|agents.brains.m.key: there is no such setting",
      })
  void whatCannotBeIsRefusedByItsKey(String settings, String reason) {
    assertThatThrownBy(() -> read("m: {kind: model, " + settings + "}"))
        .isInstanceOf(BadConfig.class)
        .hasMessageStartingWith(reason)
        .hasMessageNotContaining("s3cret");
  }
}
