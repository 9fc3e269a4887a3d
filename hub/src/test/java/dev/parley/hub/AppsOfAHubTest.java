package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.hub.config.HubConfig;
import dev.parley.identity.OwnerToken;
import dev.parley.testkit.process.Program;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a whole hub launches the apps in its data directory; how is told in {@code apps/host}. */
class AppsOfAHubTest {
  @TempDir Path folder;

  private void install(String id, byte[] program) throws Exception {
    Path app = Files.createDirectories(folder.resolve("apps").resolve(id));
    Path binary = Files.write(app.resolve("binary"), program);
    assertThat(binary.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        app.resolve("manifest.json"),
        "{'id':'%s','name':'An app','version':'1.0.0','provides':['tool:a']}"
            .formatted(id)
            .replace('\'', '"'));
  }

  @Test
  void whatLiesInItsDataDirectoryIsLaunchedAndCounted() throws Exception {
    install("com.example.ends", Files.readAllBytes(Program.find("true").orElseThrow()));
    install("com.example.script", "#!/bin/sh\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));

    try (Hub hub = Hub.start(HubConfig.onFreePorts(folder));
        HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest metrics =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + "/metrics"))
              .header("Authorization", "Bearer " + OwnerToken.loadOrCreate(folder).secret())
              .build();

      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(http.send(metrics, HttpResponse.BodyHandlers.ofString()).body())
                      .contains("parley_apps_failed 2.0\n", "parley_apps_running 0.0\n"));
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("apps-key"))))
        .isEqualTo("rw-------");
    assertThat(folder.resolve("app-run/sockets")).isEmptyDirectory();
  }
}
