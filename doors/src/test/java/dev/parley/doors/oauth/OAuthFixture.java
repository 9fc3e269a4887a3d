package dev.parley.doors.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.TestHub;
import dev.parley.doors.oauth.TestBrowser.Answer;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** A hub on which Ann has an account and an agent, and a program that wants to act for her. */
abstract class OAuthFixture {
  protected static final String PASSWORD = "correct horse battery";
  protected static final String REDIRECT = "http://localhost:4711/callback";
  protected static final String VERIFIER = "a-verifier-of-at-least-forty-three-characters.";

  protected final TestHub hub = TestHub.start();
  protected final TestBrowser browser = new TestBrowser();
  protected String ann;

  @BeforeEach
  void makeAnn() {
    hub.agent("developer");
    ann = account("ann");
    assertThat(api("POST", "/api/agents", ann, "{'agentId':'ann-bot'}").status()).isEqualTo(201);
  }

  @AfterEach
  void close() {
    browser.close();
    hub.close();
  }

  protected String base() {
    return "http://127.0.0.1:" + hub.port();
  }

  /** Makes an account; its access token. */
  protected String account(String name) {
    Answer made =
        api(
            "POST",
            "/api/v1/owners/register",
            hub.ownerToken(),
            "{'email':'%s@example.org','password':'%s'}".formatted(name, PASSWORD));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return json(made).path("token").asString();
  }

  protected Answer api(String method, String path, String token, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base() + path))
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.text(body)));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return browser.send(request);
  }

  protected static JsonNode json(Answer answer) {
    return Json.parse(answer.body());
  }

  /** A program that calls itself so; its id. */
  protected String register(String name, String... redirectUris) {
    Answer made =
        api(
            "POST",
            "/oauth/register",
            null,
            "{'client_name':'%s','redirect_uris':['%s']}"
                .formatted(name, String.join("','", redirectUris)));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return json(made).path("client_id").asString();
  }

  /** Everything as it should be: what a test changes is all that is wrong. */
  protected Map<String, String> request(String client) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("response_type", "code");
    parameters.put("client_id", client);
    parameters.put("redirect_uri", REDIRECT);
    parameters.put("scope", "mcp");
    parameters.put("state", "state & more");
    parameters.put("code_challenge", challenge(VERIFIER));
    parameters.put("code_challenge_method", "S256");
    parameters.put("resource", base() + "/mcp");
    return parameters;
  }

  protected URI authorize(Map<String, String> parameters) {
    return URI.create(base() + "/oauth/authorize?" + TestBrowser.form(parameters));
  }

  protected static String challenge(String verifier) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  protected Answer consentPage(Map<String, String> parameters) {
    return browser.signIn(authorize(parameters), "ann@example.org", PASSWORD);
  }

  /** Ann lets the program act as this agent; the code. */
  protected String code(Map<String, String> parameters, String agent) {
    Answer consent = consentPage(parameters);
    return query(browser.agree(authorize(parameters), consent, agent).location()).get("code");
  }

  protected static Map<String, String> query(URI uri) {
    Map<String, String> values = new HashMap<>();
    for (String pair : uri.getRawQuery().split("&", -1)) {
      String[] parts = pair.split("=", 2);
      values.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return values;
  }

  protected Map<String, String> exchange(String client, String code) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("grant_type", "authorization_code");
    parameters.put("client_id", client);
    parameters.put("code", code);
    parameters.put("redirect_uri", REDIRECT);
    parameters.put("code_verifier", VERIFIER);
    return parameters;
  }

  protected Answer token(Map<String, String> parameters) {
    return post("/oauth/token", parameters);
  }

  protected Answer post(String path, Map<String, String> parameters) {
    return browser.send(
        HttpRequest.newBuilder(URI.create(base() + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(TestBrowser.form(parameters))));
  }

  protected Answer refresh(String client, String refreshToken) {
    return token(
        Map.of(
            "grant_type", "refresh_token",
            "client_id", client,
            "refresh_token", refreshToken));
  }

  /** What Ann's program gets for acting as this agent. */
  protected JsonNode tokens(String client, String agent) {
    Answer given = token(exchange(client, code(request(client), agent)));
    assertThat(given.status()).as(given.body()).isEqualTo(200);
    return json(given);
  }

  /** The status that MCP answers with, and what it says. */
  protected Answer mcp(String token) {
    return mcp(hub.port(), token);
  }

  protected Answer mcp(int port, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/mcp"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(
                BodyPublishers.ofString(
                    Json.text(
                        "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-06-18','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}")));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return browser.send(request);
  }

  protected static void assertError(Answer answer, int status, String error) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(json(answer).path("error").asString()).isEqualTo(error);
  }
}
