package dev.parley.apps.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.HealthCheckRequest;
import dev.parley.apps.proto.HealthCheckResponse;
import dev.parley.apps.proto.SettingsMap;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every example; each test has an app of its own. */
@Timeout(120)
abstract class ExampleSuite {
  static final byte[] NOTHING = Empty.getDefaultInstance().toByteArray();

  private final Sdk sdk;
  private final String example;
  private final String service;

  @TempDir Path folder;

  @SuppressWarnings("NullAway.Init")
  AppProcess app;

  ExampleSuite(Sdk sdk, String example, String service) {
    this.sdk = sdk;
    this.example = example;
    this.service = service;
  }

  @BeforeEach
  void start() throws Exception {
    app = new AppProcess(program(), folder, "Tester");
  }

  @AfterEach
  void end() throws InterruptedException {
    if (app != null) {
      app.close();
    }
  }

  final Path program() {
    return sdk.example(example);
  }

  static Status.Code codeOf(Runnable call) {
    try {
      call.run();
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
    return Status.Code.OK;
  }

  final void isWell() throws Exception {
    byte[] answer =
        app.call(service + "/HealthCheck", HealthCheckRequest.getDefaultInstance().toByteArray());
    assertThat(HealthCheckResponse.parseFrom(answer))
        .isEqualTo(
            HealthCheckResponse.newBuilder()
                .setHealthy(true)
                .setName("Tester")
                .setVersion("1.0.0")
                .build());
  }

  @Test
  void isWellAndStopsWhenItIsTold() throws Exception {
    isWell();
    assertThat(Files.getPosixFilePermissions(app.socket())).hasSize(2);

    app.stops();
  }

  @Test
  void offersNothingElse() {
    for (String other : new String[] {"CommService/Name", "NoService/No", service + "/No"}) {
      assertThat(codeOf(() -> app.call(other, NOTHING)))
          .as(other)
          .isEqualTo(Status.Code.UNIMPLEMENTED);
    }
  }

  @Test
  void takesSettingsUnlessItHasHooksOnly() {
    byte[] settings = SettingsMap.newBuilder().putValues("key", "value").build().toByteArray();

    Status.Code code = codeOf(() -> app.call(service + "/Configure", settings));

    assertThat(code)
        .isEqualTo(service.equals("HookService") ? Status.Code.UNIMPLEMENTED : Status.Code.OK);
  }

  @Test
  void hasAManifestAndASkill() {
    assertThat(sdk.source(example).resolve("manifest.json")).isNotEmptyFile();
    assertThat(sdk.source(example).resolve("SKILL.md")).isNotEmptyFile();
  }
}
