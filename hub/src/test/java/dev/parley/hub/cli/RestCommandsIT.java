package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that go over REST, against a whole hub on disk. */
class RestCommandsIT {
  @TempDir private Path folder;
  private LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  private JsonObject json(String... arguments) {
    Result result = hub.run(arguments);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return JsonObject.parse(result.out());
  }

  @Test
  void whatWasSentIsFoundBeforeAndAfterARestart() throws IOException {
    hub.addAgent("ada");
    hub.run("send", "ada", "the needle in the haystack");

    await().until(() -> json("search", "needle", "--json").number("total", 0) == 1);
    assertThat(hub.run("search", "needle").out()).contains("haystack");
    hub.restart();
    await().until(() -> json("search", "need*", "--to", "ada", "--json").number("total", 0) == 1);

    Result bad = hub.run("search", "*eedle");
    assertThat(bad.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(bad.err()).contains("'q'");
  }

  @Test
  void aFileGoesInAndComesOutAsItWas() throws IOException {
    Path file = folder.resolve("note.txt");
    Files.writeString(file, "hello".repeat(100_000));

    String name = hub.run("blobs", "put", file.toString()).out().strip();
    Path back = folder.resolve("back.txt");
    Result got = hub.run("blobs", "get", name, "--output", back.toString());

    assertThat(got.exitCode()).as(got.err()).isZero();
    assertThat(back).hasSameBinaryContentAs(file);
    assertThat(hub.run("blobs", "get", "../x").exitCode()).isEqualTo(Exit.USAGE);
    assertThat(hub.run("blobs", "get", "0".repeat(64)).exitCode()).isEqualTo(Exit.FAILED);
  }

  @Test
  void aFileIsSentWithAMessageAndFetchedByWhoeverGotIt() throws IOException {
    String ada = hub.addAgent("ada");
    String eve = hub.addAgent("eve");
    Path file = Files.writeString(folder.resolve("figures.csv"), "a,b\n1,2\n");

    Result sent = hub.run("send", "ada", "the figures", "--attach", file.toString());
    assertThat(sent.exitCode()).as(sent.err()).isZero();
    JsonObject attached =
        json("inbox", "ada", "--peek", "--json")
            .objects("messages")
            .getFirst()
            .objects("attachments")
            .getFirst();
    String name = attached.text("sha256", "");
    assertThat(attached.text("name")).isEqualTo("figures.csv");
    assertThat(attached.number("size", 0)).isEqualTo(8);
    assertThat(hub.run("inbox", "ada").out()).contains("attached: figures.csv, 8 B, ", name);

    Path back = folder.resolve("back.csv");
    Result got =
        hub.run("blobs", "get", name, "-o", back.toString(), "--as", "ada", "--token", ada);
    assertThat(got.exitCode()).as(got.err()).isZero();
    assertThat(back).hasSameBinaryContentAs(file);
    Result refused = hub.run("blobs", "get", name, "--as", "eve", "--token", eve);
    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("there is no blob of this name");
    assertThat(hub.run("send", "ada", "x", "--attach", "missing").exitCode()).isEqualTo(Exit.USAGE);
  }

  @Test
  void whatAnInboxKeepsIsSetShownAndReset() {
    hub.addAgent("ada");

    assertThat(hub.run("retention", "show", "ada").lines())
        .containsExactly("for ever (the default)");
    assertThat(hub.run("retention", "set", "ada", "--age", "7d", "--count", "10000").lines())
        .containsExactly("for 7d, at most 10,000 messages");
    assertThat(json("retention", "show", "ada", "--json").number("ageMs", 0))
        .isEqualTo(604_800_000);
    assertThat(hub.run("retention", "reset", "ada").lines())
        .containsExactly("for ever (the default)");
    assertThat(hub.run("retention", "set", "ada").exitCode()).isEqualTo(Exit.USAGE);
    assertThat(hub.run("retention", "set", "nobody", "--count", "1").exitCode())
        .isEqualTo(Exit.FAILED);
  }

  @Test
  void whatAgentsHaveUsedIsAddedUp() throws IOException {
    hub.addAgent("ada");
    assertThat(hub.run("usage").lines()).anyMatch(line -> line.startsWith("nothing used from"));
    new RestCalls(RestCalls.base(hub.address()), hub.ownerToken())
        .send(
            "POST",
            "/api/usage",
            "{\"agentId\":\"ada\",\"id\":\"1\",\"model\":\"m/1\",\"costMicros\":1230001}"
                .getBytes(UTF_8));

    assertThat(hub.run("usage").lines())
        .anyMatch(line -> line.startsWith("ada") && line.endsWith("1.2301"))
        .anyMatch(line -> line.startsWith("total"));
    assertThat(json("usage", "--by", "model", "--json").objects("rows").getFirst().text("key"))
        .isEqualTo("m/1");
    assertThat(hub.run("usage", "--by", "colour").exitCode()).isEqualTo(Exit.USAGE);
  }

  @Test
  void aCardIsPublishedShownAndTakenBack() throws IOException {
    hub.addAgent("ada");
    Path card = Files.writeString(folder.resolve("card.json"), "{\"name\":\"Ada\",\"x\":1}");

    assertThat(hub.run("agents", "card", "ada").exitCode()).isEqualTo(Exit.FAILED);
    assertThat(hub.run("agents", "card", "ada", "--set", card.toString()).exitCode()).isZero();
    assertThat(json("agents", "card", "ada", "--json").names()).containsExactly("name");
    assertThat(hub.run("agents", "card", "ada", "--remove").exitCode()).isZero();
    assertThat(hub.run("agents", "card", "ada").exitCode()).isEqualTo(Exit.FAILED);
  }

  @Test
  void theAuditLogTellsWhatTheCommandLineDid() throws IOException {
    hub.addAgent("ada");
    hub.run("agents", "remove", "ada", "--yes");

    await()
        .untilAsserted(
            () ->
                assertThat(hub.run("audit").lines())
                    .anyMatch(line -> line.contains("agent.create") && line.contains("ada"))
                    .anyMatch(line -> line.contains("agent.delete") && line.contains(" ws")));
    hub.restart();
    assertThat(json("audit", "--action", "agent.delete", "--json").objects("entries")).hasSize(1);
  }

  @Test
  void accessIsAllowedDeniedExplainedAndRemoved() throws IOException {
    hub.addAgent("ada");

    assertThat(hub.run("access", "list").out()).contains("no rules");
    assertThat(hub.run("access", "deny", "ada", "send", "agent/developer").lines())
        .containsExactly("deny agent/ada send agent/developer");
    assertThat(hub.run("access", "why", "ada", "send", "agent/developer").lines())
        .containsExactly("refused, rule: deny agent/ada send agent/developer");
    assertThat(hub.run("access", "allow", "everyone", "see", "agent/*", "--json").exitCode())
        .isZero();
    assertThat(json("access", "list", "--json").objects("rules")).hasSize(2);
    assertThat(hub.run("access", "remove", "ada", "send", "agent/developer").lines())
        .containsExactly("removed deny agent/ada send agent/developer");
    assertThat(hub.run("access", "why", "ada", "send", "agent/developer").out())
        .contains("allowed, default");
    Result unknown = hub.run("access", "remove", "ada", "send", "agent/developer");
    assertThat(unknown.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(hub.run("access", "deny", "ada", "fly", "x").err()).contains("'action'");
  }

  @Test
  void theAddressOfTheDashboardLogsInOnce() throws Exception {
    String address = json("dashboard", "--json").text("address", "");
    assertThat(address).startsWith("http://127.0.0.1:").contains("/?code=");
    String code = address.substring(address.indexOf('=') + 1);
    URI login = URI.create(address.substring(0, address.indexOf("/?"))).resolve("/api/login");

    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(login)
              .POST(BodyPublishers.ofString("{\"code\":\"" + code + "\"}"))
              .build();
      HttpResponse<String> first = http.send(request, BodyHandlers.ofString());
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.headers().firstValue("set-cookie").orElse(""))
          .containsIgnoringCase("HttpOnly")
          .contains("SameSite=Strict");
      assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(401);
    }
  }
}
