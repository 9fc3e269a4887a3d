package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.programs.Command;
import dev.parley.agents.programs.ProgramsConfig;
import dev.parley.doors.TestHub;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What programs write, read over REST. */
@Timeout(60)
class ProgramLogTest extends RestFixture {
  @TempDir private Path folder;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void allowOne() {
    hub.close();
    Command talk =
        new Command(
            "talk",
            List.of(
                "sh",
                "-c",
                "echo 'first \"line\"'; while [ ! -e go ]; do sleep 0.05; done; echo last"),
            folder,
            List.of(),
            "talks");
    hub =
        TestHub.start(
            new ProgramsConfig(
                folder.resolve("programs"),
                Map.of("talk", talk),
                System.getenv(),
                1,
                Duration.ofMillis(1),
                Duration.ofSeconds(30),
                1 << 20));
    owner = as(hub.ownerToken());
  }

  @AfterEach
  void stop() {
    http.close();
  }

  private HttpResponse<InputStream> get(String path, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + path))
            .header("Authorization", "Bearer " + token)
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  private static String text(HttpResponse<InputStream> response) throws IOException {
    return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void readUntil(BufferedReader events, String mark) throws IOException {
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      if (line.contains(mark)) {
        return;
      }
    }
    throw new AssertionError("the events ended without " + mark);
  }

  @Test
  void itComesAsEventsUntilTheProgramEndsAndIsThereAfterwards() throws Exception {
    assertThat(owner.post("/api/programs", "{'agentId':'ada','command':'talk'}").status())
        .isEqualTo(201);

    HttpResponse<InputStream> followed = get("/api/agents/ada/log?follow", hub.ownerToken());
    try (BufferedReader events =
        new BufferedReader(new InputStreamReader(followed.body(), StandardCharsets.UTF_8))) {
      assertThat(followed.headers().firstValue("Content-Type")).contains("text/event-stream");
      readUntil(events, "first \\\"line\\\"");
      Files.createFile(folder.resolve("go"));
      readUntil(events, "last\\n");
      readUntil(events, "event: end");
    }

    HttpResponse<InputStream> whole = get("/api/agents/ada/log", hub.ownerToken());
    assertThat(whole.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
    assertThat(text(whole)).contains("first \"line\"\nlast\n").endsWith("ended with code 0\n");
    assertThat(text(get("/api/agents/ada/log?bytes=7", hub.ownerToken()))).isEqualTo("code 0\n");
  }

  @Test
  void itIsTheOwnersAloneAndWhatIsAskedIsLookedAt() throws Exception {
    String ada = hub.agent("ada");

    assertThat(get("/api/agents/ada/log", ada).statusCode()).isEqualTo(403);
    assertThat(get("/api/agents/ada/log", "prl_wrong").statusCode()).isEqualTo(401);
    assertThat(get("/api/agents/nobody/log", hub.ownerToken()).statusCode()).isEqualTo(404);
    assertThat(get("/api/agents/ada/log?bytes=-1", hub.ownerToken()).statusCode()).isEqualTo(400);
    assertThat(get("/api/agents/nobody/log?follow", hub.ownerToken()).statusCode()).isEqualTo(404);
  }
}
