package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.doors.TestClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AuditTest extends RestFixture {

  /** Entries as text, without their time. */
  private List<String> entries(String query) {
    return owner
        .get("/api/audit" + query)
        .json()
        .path("entries")
        .valueStream()
        .map(AuditTest::text)
        .toList();
  }

  private static String text(JsonNode entry) {
    assertThat(entry.path("at").asLong()).isPositive();
    return String.join(
        " ",
        entry.path("who").asString(),
        entry.path("action").asString(),
        entry.path("subject").asString(),
        entry.path("outcome").asString(),
        entry.path("door").asString());
  }

  private void expect(String query, String... entries) {
    await().untilAsserted(() -> assertThat(entries(query)).containsExactly(entries));
  }

  @Test
  void whoDidWhatIsWrittenDownNewestFirst() {
    owner.post("/api/agents", "{'agentId':'ada'}");
    owner.post("/api/agents", "{'agentId':'ada'}");
    owner.post("/api/agents/ada/token", null);
    owner.send("DELETE", "/api/agents/ada", null);
    owner.send("DELETE", "/api/dead-letters", null);

    expect(
        "",
        "owner deadLetters.clear  ok rest",
        "owner agent.delete ada ok rest",
        "owner agent.token ada ok rest",
        "owner agent.create ada already_exists rest",
        "owner agent.create ada ok rest");
  }

  @Test
  void whatIsDoneOverWebSocketIsWrittenDownToo() {
    TestClient socket = hub.owner();
    socket.ask("{'type':'agent.create','agentId':'ada'}");
    socket.ask("{'type':'agent.delete','agentId':'nobody'}");

    expect(
        "",
        "owner agent.delete nobody not_found ws",
        "owner agent.create ada ok ws",
        "owner login 127.0.0.1 ok ws");
  }

  @Test
  void whatWasForbiddenIsWrittenDown() {
    RestClient ada = agent("ada");
    ada.send("DELETE", "/api/agents/ada", null);

    expect("", "ada agent.delete ada forbidden rest");
  }

  @Test
  void theLogIsTheOwnersAlone() {
    owner.post("/api/agents", "{'agentId':'ben'}");
    String token = hub.agent("ada");
    RestClient login = client("Sec-Fetch-Site", "same-origin");
    RestClient.Answer loggedIn = login.post("/api/login", "{'token':'" + token + "'}");
    String cookie = loggedIn.header("set-cookie").split(";")[0];
    String key = loggedIn.json().path("key").asString();
    RestClient inBrowser = client("Cookie", cookie, "Parley-Key", key);

    for (RestClient ada : List.of(as(token), inBrowser)) {
      assertThat(ada.get("/api/me").json().path("principal").path("agentId").asString())
          .isEqualTo("ada");
      for (String query : List.of("", "?who=ada", "?action=agent.create", "?limit=1")) {
        RestClient.Answer refused = ada.get("/api/audit" + query);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("forbidden");
        assertThat(refused.http().body()).doesNotContain("agent.create");
      }
    }
    assertThat(client().get("/api/audit").status()).isEqualTo(401);
    await().until(() -> entries("?action=agent.create").size() == 1);
  }

  @Test
  void failedLoginsAreWrittenDownWithoutWhatWasTried() {
    client().post("/api/login", "{'token':'prl_secret'}");

    expect("", "127.0.0.1 login  unauthorized ");
    assertThat(owner.get("/api/audit").http().body()).doesNotContain("prl_");
  }

  @Test
  void tokensNeverAppear() {
    owner.post("/api/agents", "{'agentId':'ada'}");
    client().post("/api/login", "{'token':'" + hub.ownerToken() + "'}");

    await().until(() -> entries("").size() == 2);
    assertThat(owner.get("/api/audit").http().body()).doesNotContain("prl_");
  }

  @Test
  void theLogIsFilteredPagedAndOutlivesARestart() {
    for (String id : new String[] {"a", "b", "c"}) {
      owner.post("/api/agents", "{'agentId':'" + id + "'}");
    }
    owner.send("DELETE", "/api/agents/b", null);
    await().until(() -> entries("").size() == 4);

    restart();

    expect("?action=agent.delete", "owner agent.delete b ok rest");
    expect("?who=nobody");
    JsonNode first = owner.get("/api/audit?limit=3").json();
    assertThat(first.path("entries")).hasSize(3);
    JsonNode second =
        owner.get("/api/audit?limit=3&cursor=" + first.path("next").asString()).json();
    assertThat(text(second.path("entries").path(0))).isEqualTo("owner agent.create a ok rest");
    assertThat(second.path("next").isNull()).isTrue();
  }
}
