package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest extends RestFixture {

  private static String cookie(Answer login) {
    assertThat(login.status()).isEqualTo(200);
    String header = login.header("set-cookie");
    assertThat(header).startsWith("parley=").containsIgnoringCase("httponly");
    assertThat(header).contains("SameSite=Strict").contains("Path=/");
    return header.substring(0, header.indexOf(';'));
  }

  private static String key(Answer login) {
    return login.json().path("key").asString();
  }

  private RestClient browser(String token) {
    return browser(client().post("/api/login", "{'token':'" + token + "'}"));
  }

  private RestClient browser(Answer login) {
    return client("Cookie", cookie(login), "Parley-Key", key(login));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/api/me", "/api/messages", "/api/events", "/api/blobs/x", "/metrics", "/status"})
  void aCookieThatAnotherPortHasSeenIsNotEnough(String path) {
    Answer login = client().post("/api/login", "{'token':'" + hub.ownerToken() + "'}");
    Answer another = client().post("/api/login", "{'token':'" + hub.agent("ada") + "'}");
    String cookie = cookie(login);
    RestClient thief = client("Cookie", cookie, "Sec-Fetch-Site", "same-origin");

    Answer refused = thief.get(path);

    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.code()).isEqualTo("unauthorized");
    assertThat(refused.json().path("detail").asString()).contains("a cookie alone is not enough");
    assertThat(thief.get(path, "Parley-Key", key(another)).status()).isEqualTo(401);
    assertThat(thief.get(path, "Parley-Key", cookie.substring(7)).status()).isEqualTo(401);
    assertThat(client("Parley-Key", key(login)).get(path).status())
        .as("the key alone")
        .isEqualTo(401);
    assertThat(cookie).doesNotContain(key(login));
  }

  @Test
  void aCookieAloneChangesNothingAndEndsNoLogin() {
    Answer login = client().post("/api/login", "{'token':'" + hub.ownerToken() + "'}");
    RestClient thief = client("Cookie", cookie(login), "Sec-Fetch-Site", "same-origin");

    assertThat(thief.post("/api/agents", "{'agentId':'eve'}").status()).isEqualTo(401);
    assertThat(thief.post("/api/logout", null).status()).isEqualTo(401);

    assertThat(owner.get("/api/agents").json().path("agents")).isEmpty();
    assertThat(browser(login).get("/api/me").status()).isEqualTo(200);
  }

  private String origin() {
    return "http://127.0.0.1:" + hub.port();
  }

  @Test
  void aTokenLogsABrowserIn() {
    RestClient browser = browser(hub.ownerToken());

    assertThat(browser.get("/api/me").json().path("principal").path("type").asString())
        .isEqualTo("owner");
    assertThat(browser.post("/api/agents", "{'agentId':'ada'}", "Origin", origin()).status())
        .isEqualTo(201);
    assertThat(
            browser
                .post("/api/agents", "{'agentId':'bob'}", "Sec-Fetch-Site", "same-origin")
                .status())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "none,none,403",
        "Sec-Fetch-Site,cross-site,403",
        "Sec-Fetch-Site,same-site,403",
        "Origin,http://evil.example,403",
        "Origin,null,403"
      })
  void otherPagesCannotUseTheLogin(String header, String value, int status) {
    RestClient browser = browser(hub.ownerToken());

    Answer refused =
        header == null
            ? browser.post("/api/agents", "{'agentId':'eve'}")
            : browser.post("/api/agents", "{'agentId':'eve'}", header, value);

    assertThat(refused.status()).isEqualTo(status);
    assertThat(owner.get("/api/agents").json().path("agents")).isEmpty();
  }

  @Test
  void anotherPageOnThisMachineCannotReadWithTheLogin() {
    RestClient browser = browser(hub.ownerToken());

    assertThat(browser.get("/api/messages", "Sec-Fetch-Site", "same-site").status()).isEqualTo(403);
    assertThat(browser.get("/api/messages", "Sec-Fetch-Site", "same-origin").status())
        .isEqualTo(200);
  }

  @Test
  void aCodeIsGoodOnce() {
    Answer made = owner.post("/api/login/codes", null);
    assertThat(made.status()).isEqualTo(201);
    String code = made.json().path("code").asString();

    Answer login = client().post("/api/login", "{'code':'" + code + "'}");

    assertThat(browser(login).get("/api/me").status()).isEqualTo(200);
    Answer again = client().post("/api/login", "{'code':'" + code + "'}");
    assertThat(again.status()).isEqualTo(401);
    assertThat(again.header("set-cookie")).isEmpty();
    assertThat(agent("ada").post("/api/login/codes", null).status()).isEqualTo(403);
  }

  @Test
  void aLoginEndsWithALogout() {
    RestClient browser = browser(hub.ownerToken());

    assertThat(browser.post("/api/logout", null, "Origin", origin()).status()).isEqualTo(204);

    assertThat(browser.get("/api/me").status()).isEqualTo(401);
  }

  @Test
  void aLoginOutlivesARestart() {
    Answer login = client().post("/api/login", "{'token':'" + hub.ownerToken() + "'}");

    restart();

    assertThat(browser(login).get("/api/me").status()).isEqualTo(200);
  }

  @Test
  void anAgentsLoginEndsWithItsToken() {
    RestClient browser = browser(hub.agent("ada"));
    assertThat(browser.get("/api/me").json().path("principal").path("agentId").asString())
        .isEqualTo("ada");

    owner.post("/api/agents/ada/token", null);

    assertThat(browser.get("/api/me").status()).isEqualTo(401);
  }

  @Test
  void wrongTokensAndCodesAreRefusedAndSoonNotEvenLookedAt() {
    for (int i = 0; i < 5; i++) {
      assertThat(client().post("/api/login", "{'token':'prl_wrong'}").status()).isEqualTo(401);
      assertThat(client().post("/api/login", "{'code':'prl_wrong'}").status()).isEqualTo(401);
    }
    assertThat(client().post("/api/login", "{'code':'prl_wrong'}").status()).isEqualTo(429);
    assertThat(client().post("/api/login", "{}").status()).isEqualTo(400);
    assertThat(client().get("/api/me").status()).isEqualTo(401);
    assertThat(client("Cookie", "parley=prl_forged").get("/api/me").status()).isEqualTo(401);
    RestClient forged = client("Cookie", "parley=prl_forged", "Parley-Key", "prl_forged");
    assertThat(forged.get("/api/me").status()).isEqualTo(401);
    assertThat(owner.get("/api/me").status()).as("a right one is let in").isEqualTo(200);
  }
}
