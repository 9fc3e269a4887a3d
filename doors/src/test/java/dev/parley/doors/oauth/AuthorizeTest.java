package dev.parley.doors.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.oauth.TestBrowser.Answer;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages on which people agree, and those who would have them agree to something else. */
class AuthorizeTest extends OAuthFixture {

  private Answer opened(String client, String name, String value) {
    Map<String, String> asked = request(client);
    if (value == null) {
      asked.remove(name);
    } else {
      asked.put(name, value);
    }
    return browser.open(authorize(asked));
  }

  private static void assertRefusedOnAPage(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.header("location")).isEmpty();
    assertThat(answer.header("content-type")).startsWith("text/html");
    assertThat(answer.body()).contains("Nothing was given to anybody");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/callback",
        "http://localhost:4711/callback/",
        "http://localhost:4711/callback?x=1",
        "http://localhost:4711/callback#x",
        "http://localhost:4711/CALLBACK",
        "http://localhost.evil.example:4711/callback",
        "http://localhost:4711@evil.example/callback",
        "http://127.0.0.1:4711/callback",
        "https://localhost:4711/callback",
        "//evil.example/callback",
        "javascript:alert(1)",
        "http://localhost:4711/callback\r\nX: y"
      })
  void nobodyIsSentWhereTheProgramHasNotRegistered(String elsewhere) {
    assertRefusedOnAPage(opened(register("Probe", REDIRECT), "redirect_uri", elsewhere));
  }

  @Test
  void aProgramOnTheSameMachineHasAnyPort() {
    Answer page =
        opened(register("Probe", REDIRECT), "redirect_uri", "http://localhost:1/callback");

    assertThat(page.status()).isEqualTo(200);
  }

  @Test
  void aProgramThatNobodyKnowsAndALinkThatSaysNothingAreRefused() {
    assertRefusedOnAPage(opened("nobody", "scope", "mcp"));
    assertRefusedOnAPage(opened(register("Probe", REDIRECT), "client_id", null));
    assertRefusedOnAPage(opened(register("Probe", REDIRECT), "redirect_uri", null));
    String twice = authorize(request(register("Probe", REDIRECT))) + "&client_id=x";
    assertRefusedOnAPage(browser.open(URI.create(twice)));
  }

  @ParameterizedTest
  @CsvSource({
    "code_challenge_method,plain,invalid_request",
    "code_challenge_method,,invalid_request",
    "code_challenge,,invalid_request",
    "code_challenge,short,invalid_request",
    "response_type,token,unsupported_response_type",
    "response_type,,unsupported_response_type",
    "resource,https://other.example/mcp,invalid_target",
    "resource,http://127.0.0.1/api,invalid_target",
    "request,eyJhbGciOiJub25lIn0.e30.,invalid_request",
    "prompt,none,access_denied"
  })
  void whatIsWrongIsToldToTheProgramWithItsState(String name, String value, String error) {
    Map<String, String> told = query(opened(register("Probe", REDIRECT), name, value).location());

    assertThat(told)
        .containsEntry("error", error)
        .containsEntry("state", "state & more")
        .containsEntry("iss", base())
        .doesNotContainKey("code");
  }

  @Test
  void aProgramThatRegisteredItselfGetsNoTokenForEveryDoor() {
    Answer refused = opened(register("Probe", REDIRECT), "resource", base());

    assertThat(query(refused.location())).containsEntry("error", "invalid_target");
  }

  @Test
  void theHubSendsNobodyToAStrangersPageByItself() {
    Map<String, String> asked = request(register("Probe", "https://evil.example/cb"));
    asked.put("redirect_uri", "https://evil.example/cb");
    asked.remove("code_challenge");

    Answer page = browser.open(authorize(asked));

    assertThat(page.status()).isEqualTo(400);
    assertThat(page.header("location")).isEmpty();
    assertThat(page.body()).contains("href=\"https://evil.example/cb?error=invalid_request");
  }

  @Test
  void whoDeniesSendsTheProgramAway() {
    Map<String, String> asked = request(register("Probe", REDIRECT));
    Answer consent = consentPage(asked);

    Map<String, String> denied = TestBrowser.agreement(consent, "ann");
    denied.put("decision", "deny");
    Map<String, String> told = query(browser.submit(authorize(asked), denied).location());

    assertThat(told).containsEntry("error", "access_denied").doesNotContainKey("code");
  }

  @Test
  void whatAProgramCallsItselfIsOnlyText() {
    String client =
        register(
            "<script>alert(1)</script>\\u202E\\u0007&\\u0022 onfocus=x " + "x".repeat(500),
            REDIRECT);

    Answer signIn = browser.open(authorize(request(client)));
    Answer consent = consentPage(request(client));

    for (Answer page : List.of(signIn, consent)) {
      assertThat(page.body())
          .contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot; onfocus=x")
          .doesNotContain("<script", "\u202E", "\u0007", "x".repeat(80));
    }
  }

  @Test
  void stateAndAddressAreOnlyTextInThePage() {
    Map<String, String> asked = request(register("Probe", REDIRECT));
    asked.put("state", "\"><script>alert(1)</script>");

    Answer consent = consentPage(asked);

    assertThat(consent.body()).doesNotContain("<script");
    assertThat(query(browser.agree(authorize(asked), consent, "ann").location()))
        .containsEntry("state", "\"><script>alert(1)</script>");
  }

  @Test
  void noOtherPageShowsThisOneInAFrameOrRunsAScriptInIt() {
    Map<String, String> asked = request(register("Probe", REDIRECT));

    for (Answer page : List.of(browser.open(authorize(asked)), consentPage(asked))) {
      assertThat(page.header("x-frame-options")).isEqualTo("DENY");
      assertThat(page.header("content-security-policy"))
          .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
          .contains("form-action 'self' http://localhost:4711;")
          .doesNotContain("unsafe", "script-src");
      assertThat(page.header("cache-control")).isEqualTo("no-store");
    }
    assertThat(browser.open(authorize(asked)).header("set-cookie"))
        .contains("HTTPOnly", "SameSite=Lax", "Path=/oauth");
  }

  @Test
  void aFormThatAnotherPageHasMadeIsRefused() {
    Map<String, String> asked = request(register("Probe", REDIRECT));
    URI address = authorize(asked);
    Answer consent = consentPage(asked);
    Map<String, String> agreement = TestBrowser.agreement(consent, "ann");

    Map<String, String> without = new LinkedHashMap<>(agreement);
    without.remove("csrf");
    assertThat(browser.submit(address, without).status()).isEqualTo(403);
    without.put("csrf", "0".repeat(64));
    assertThat(browser.submit(address, without).status()).isEqualTo(403);
    assertThat(browser.submit(address, agreement, "https://evil.example").status()).isEqualTo(403);

    Map<String, String> other = request(register("Other", REDIRECT));
    assertThat(browser.submit(authorize(other), agreement).status())
        .as("what was agreed to for one program is not for another")
        .isEqualTo(403);
    browser.forgetCookie();
    assertThat(browser.submit(address, agreement).status()).isEqualTo(403);
  }

  @Test
  void aTicketIsOfTheBrowserThatSignedInAndCannotBeMadeUp() {
    Map<String, String> asked = request(register("Probe", REDIRECT));
    URI address = authorize(asked);
    String ticket = consentPage(asked).hidden("ticket");
    try (TestBrowser thief = new TestBrowser()) {
      Answer page = thief.open(address);
      for (String shown : List.of(ticket, ann, "eyJhbGciOiJub25lIn0.e30.")) {
        Map<String, String> fields =
            Map.of(
                "csrf",
                page.hidden("csrf"),
                "ticket",
                shown,
                "agent",
                "ann",
                "decision",
                "approve");
        assertThat(thief.submit(address, fields).status()).isEqualTo(401);
      }
    }
    assertThat(mcp(ticket).status()).as("no access token").isEqualTo(401);
  }

  @Test
  void nobodyLetsAProgramActAsAnAgentOfAnother() {
    account("eve");
    hub.agent("helper");
    Map<String, String> asked = request(register("Probe", REDIRECT));
    URI address = authorize(asked);
    Answer consent = browser.signIn(address, "eve@example.org", PASSWORD);
    assertThat(consent.body()).contains("eve").doesNotContain("ann", "helper");

    for (String foreign : List.of("ann", "ann-bot", "helper", "developer", "nobody", "no such!")) {
      Answer refused = browser.agree(address, consent, foreign);
      assertThat(refused.status()).as(foreign).isEqualTo(403);
      assertThat(refused.header("location")).isEmpty();
    }
  }

  @Test
  void aWrongPasswordIsRefusedOnThePageAndGuessingIsSlowedDown() {
    URI address = authorize(request(register("Probe", REDIRECT)));

    Answer wrong = browser.signIn(address, "ann@example.org", "wrong horse battery");
    Answer nobody = browser.signIn(address, "nobody@example.org", "wrong horse battery");

    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.body()).contains("the email or the password is wrong", "ann@example.org");
    assertThat(wrong.body()).doesNotContain("wrong horse battery");
    assertThat(nobody.status()).isEqualTo(401);
    Answer last = wrong;
    for (int i = 0; i < 12 && last.status() == 401; i++) {
      last = browser.signIn(address, "ann@example.org", "wrong horse battery");
    }
    assertThat(last.status()).isEqualTo(429);
  }
}
