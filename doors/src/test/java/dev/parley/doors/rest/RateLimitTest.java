package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import dev.parley.identity.limits.Costly;
import dev.parley.identity.limits.Rate;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.limits.Rates;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who is too fast is told how long to wait, at every door in its own words. */
class RateLimitTest {
  private static final Rate SLOW = new Rate(1, 2);
  private static final String MESSAGE = "{'to':'bob','content':'x'}";
  private static final String SEND = "{'type':'msg.send','to':'bob','content':'x'}";

  private final AtomicLong nanos = new AtomicLong();

  private RateLimits limits(Rate messages, Rate requests) {
    return new RateLimits(
        Rates.UNLIMITED.withMessages(messages).withRequests(requests), nanos::get);
  }

  @Test
  void messagesAreCountedOverAllConnectionsOfAnAgent() {
    try (TestHub hub = TestHub.start(limits(SLOW, Rate.UNLIMITED)).agents("bob")) {
      String token = hub.agent("ada");
      TestClient first = hub.connectAgent("ada", token);
      TestClient second = hub.connectAgent("ada", token);
      try (RestClient rest = new RestClient(hub.port(), "Authorization", "Bearer " + token)) {
        first.ok(SEND);
        second.ok(SEND);

        JsonNode refused = first.ask(SEND);
        assertThat(refused.path("code").asString()).isEqualTo("rate_limited");
        assertThat(refused.path("retryAfterMs").asInt()).isEqualTo(1_000);
        RestClient.Answer answer = rest.post("/api/messages", MESSAGE);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.code()).isEqualTo("rate_limited");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.json().path("retryAfterMs").asInt()).isEqualTo(1_000);
        assertThat(answer.json().path("retryable").asBoolean(false)).isTrue();

        second.ok("{'type':'ping'}");
        TestClient owner = hub.owner();
        for (int i = 0; i < 5; i++) {
          owner.ok("{'type':'msg.send','from':'ada','to':'bob','content':'x'}");
        }
        nanos.addAndGet(1_000_000_000L);
        assertThat(rest.post("/api/messages", MESSAGE).status()).isEqualTo(201);
        assertThat(owner.ok("{'type':'msg.history','agentId':'bob'}").path("messages")).hasSize(8);
      }
    }
  }

  @Test
  void requestsAreCountedByAgentOverAllItsConnectionsAndDoors() {
    try (TestHub hub = TestHub.start(limits(Rate.UNLIMITED, SLOW))) {
      String token = hub.agent("ada");
      TestClient first = hub.connectAgent("ada", token);
      first.ok("{'type':'ping'}");
      first.ok("{'type':'ping'}");

      assertThat(first.refused("{'type':'ping'}")).isEqualTo("rate_limited");
      assertThat(first.isOpen()).isTrue();
      assertThat(hub.connectAgent("ada", token).refused("{'type':'ping'}"))
          .isEqualTo("rate_limited");
      try (RestClient rest = new RestClient(hub.port(), "Authorization", "Bearer " + token)) {
        assertThat(rest.get("/api/me").code()).isEqualTo("rate_limited");
        nanos.addAndGet(1_000_000_000L);
        assertThat(rest.get("/api/me").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void largeRequestsAndLargeAnswersCountByTheirBytes() {
    var limits = new RateLimits(Rates.UNLIMITED.withBytes(new Rate(10_000, 20_000)), nanos::get);
    try (TestHub hub = TestHub.start(limits).agents("bob")) {
      String token = hub.agent("ada");
      TestClient ada = hub.connectAgent("ada", token);
      String large = "{'type':'msg.send','to':'ada','content':'" + "x".repeat(20_000) + "'}";
      ada.ok(large);
      assertThat(ada.refused("{'type':'ping'}")).isEqualTo("rate_limited");
      try (RestClient rest = new RestClient(hub.port(), "Authorization", "Bearer " + token)) {
        assertThat(rest.post("/api/messages", MESSAGE).status()).isEqualTo(429);
      }
      nanos.addAndGet(3_000_000_000L);

      ada.ok("{'type':'msg.history'}");

      JsonNode refused = ada.ask("{'type':'ping'}");
      assertThat(refused.path("code").asString()).isEqualTo("rate_limited");
      assertThat(refused.path("message").asString()).contains("10000 bytes a second");
    }
  }

  @Test
  void largeAnswersOverHttpCountByTheirBytes() {
    var limits = new RateLimits(Rates.UNLIMITED.withBytes(new Rate(10_000, 20_000)), nanos::get);
    try (TestHub hub = TestHub.start(limits)) {
      String token = hub.agent("ada");
      hub.owner().ok("{'type':'msg.send','to':'ada','content':'" + "x".repeat(50_000) + "'}");
      try (RestClient rest = new RestClient(hub.port(), "Authorization", "Bearer " + token)) {
        assertThat(rest.get("/api/agents/ada/inbox").status()).isEqualTo(200);

        RestClient.Answer refused = rest.get("/api/me");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.json().path("detail").asString()).contains("10000 bytes a second");
        nanos.addAndGet(10_000_000_000L);
        assertThat(rest.get("/api/me").status()).isEqualTo(200);
        assertThat(rest.get("/api/me").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void whoFloodsOneInboxIsRefusedAndMayStillWriteToOthers() {
    var limits =
        new RateLimits(Rates.UNLIMITED.withToOne(SLOW).withToMany(new Rate(1, 1)), nanos::get);
    try (TestHub hub = TestHub.start(limits).agents("bob", "carol")) {
      String token = hub.agent("ada");
      TestClient ada = hub.connectAgent("ada", token);
      try (RestClient rest = new RestClient(hub.port(), "Authorization", "Bearer " + token)) {
        ada.ok(SEND);
        assertThat(rest.post("/api/messages", MESSAGE).status()).isEqualTo(201);

        JsonNode refused = ada.ask(SEND);
        assertThat(refused.path("code").asString()).isEqualTo("rate_limited");
        assertThat(refused.path("retryAfterMs").asInt()).isEqualTo(1_000);
        RestClient.Answer answer = rest.post("/api/messages", MESSAGE);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        ada.ok("{'type':'msg.send','to':'carol','content':'x'}");
        ada.ok("{'type':'msg.broadcast','content':'x'}");
        assertThat(ada.refused("{'type':'msg.broadcast','content':'x'}")).isEqualTo("rate_limited");
        hub.connectAgent("eve", hub.agent("eve")).ok(SEND);
        nanos.addAndGet(1_000_000_000L);
        ada.ok(SEND);
      }
    }
  }

  @Test
  void searchesAndLoginsHaveRatesOfTheirOwnAndTheOwnerNone() {
    var limits =
        new RateLimits(
            Rates.UNLIMITED.withCostly(Costly.SEARCH, SLOW).withCostly(Costly.LOGIN, SLOW),
            nanos::get);
    try (TestHub hub = TestHub.start(limits)) {
      String token = hub.agent("ada");
      String login = "{'token':'" + token + "'}";
      String ownersLogin = "{'token':'" + hub.ownerToken() + "'}";
      try (RestClient ada = RestClient.bearer(hub.port(), token);
          RestClient owner = RestClient.bearer(hub.port(), hub.ownerToken())) {
        for (int i = 0; i < 2; i++) {
          assertThat(ada.get("/api/search?q=x").status()).isEqualTo(200);
          assertThat(ada.post("/api/login", login).status()).isEqualTo(200);
        }

        RestClient.Answer search = ada.get("/api/search?q=x");
        assertThat(search.status()).isEqualTo(429);
        assertThat(search.header("Retry-After")).isEqualTo("1");
        assertThat(search.json().path("retryAfterMs").asInt()).isEqualTo(1_000);
        assertThat(search.json().path("detail").asString()).contains("1 searches a second");
        RestClient.Answer again = ada.post("/api/login", login);
        assertThat(again.code()).isEqualTo("rate_limited");
        assertThat(again.http().headers().firstValue("Set-Cookie")).isEmpty();

        assertThat(ada.get("/api/me").status()).isEqualTo(200);
        for (int i = 0; i < 5; i++) {
          assertThat(owner.get("/api/search?q=x").status()).isEqualTo(200);
          assertThat(owner.post("/api/login", ownersLogin).status()).isEqualTo(200);
        }
        nanos.addAndGet(1_000_000_000L);
        assertThat(ada.get("/api/search?q=x").status()).isEqualTo(200);
        assertThat(ada.post("/api/login", login).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void connectionsAndStreamsAreCountedTogetherOverAllDoors() {
    var limits = new RateLimits(Rates.UNLIMITED.withCostly(Costly.CONNECT, SLOW), nanos::get);
    try (TestHub hub = TestHub.start(limits)) {
      String token = hub.agent("ada");
      TestClient first = hub.connectAgent("ada", token);
      TestClient _ = hub.connectAgent("ada", token);

      TestClient third = hub.stranger();
      JsonNode refused = third.ask("{'type':'auth','agentId':'ada','token':'" + token + "'}");
      assertThat(refused.path("code").asString()).isEqualTo("rate_limited");
      assertThat(refused.path("retryAfterMs").asInt()).isEqualTo(1_000);
      assertThat(third.closeCode()).isEqualTo(4429);
      try (RestClient rest = RestClient.bearer(hub.port(), token)) {
        assertThat(rest.get("/api/events").code()).isEqualTo("rate_limited");
        assertThat(rest.get("/sse").status()).isEqualTo(429);
        RestClient.Answer session =
            rest.post(
                "/mcp",
                "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':"
                    + "'2025-06-18','capabilities':{},'clientInfo':{'name':'m','version':'1'}}}",
                "Accept",
                "application/json, text/event-stream",
                "Content-Type",
                "application/json");
        assertThat(session.status()).isEqualTo(429);
        assertThat(session.header("Retry-After")).isEqualTo("1");
      }
      first.ok("{'type':'ping'}");
      for (int i = 0; i < 5; i++) {
        hub.owner().ok("{'type':'ping'}");
      }
      nanos.addAndGet(1_000_000_000L);
      hub.connectAgent("ada", token).ok("{'type':'ping'}");
    }
  }

  @Test
  void whoeverGoesOnAfterAHundredRefusalsIsStillAnswered() {
    try (TestHub hub = TestHub.start(limits(Rate.UNLIMITED, new Rate(100, 1)))) {
      TestClient ada = hub.connectAgent("ada", hub.agent("ada"));
      ada.ok("{'type':'ping'}");

      for (int i = 0; i < 150; i++) {
        assertThat(ada.refused("{'type':'ping'}")).isEqualTo("rate_limited");
      }
      nanos.addAndGet(1_000_000_000L);
      ada.ok("{'type':'ping'}");
    }
  }
}
