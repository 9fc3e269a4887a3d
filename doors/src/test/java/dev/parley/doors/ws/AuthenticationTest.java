package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Configs;
import dev.parley.doors.Json;
import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuthenticationTest {
  private final TestHub hub = TestHub.start();

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void theOwnersTokenMakesAnOwner() {
    assertThat(hub.stranger().ask("{'type':'auth','token':'" + hub.ownerToken() + "'}"))
        .isEqualTo(Json.of("{'type':'auth.ok','requestId':1,'principal':{'kind':'owner'}}"));
  }

  @Test
  void anAgentsTokenMakesThatAgent() {
    String token = hub.agent("ada");
    assertThat(hub.stranger().ask("{'type':'auth','agentId':'ada','token':'" + token + "'}"))
        .isEqualTo(
            Json.of(
                "{'type':'auth.ok','requestId':1,'principal':{'kind':'agent','agentId':'ada'}}"));
  }

  @Test
  void aWrongTokenIsUnauthorizedAndCloses4401() {
    TestClient client = hub.stranger();
    var answer = client.ask("{'type':'auth','token':'prl_wrong'}");
    assertThat(answer.path("code").asString("")).isEqualTo("unauthorized");
    assertThat(answer.path("request").asString("")).isEqualTo("auth");
    assertThat(client.closeCode()).isEqualTo(4401);
  }

  @Test
  void anAgentsTokenIsNotAnotherAgents() {
    String token = hub.agent("ada");
    hub.agent("bob");
    TestClient client = hub.stranger();
    assertThat(client.refused("{'type':'auth','agentId':'bob','token':'" + token + "'}"))
        .isEqualTo("unauthorized");
    assertThat(client.closeCode()).isEqualTo(4401);
  }

  @Test
  void anAgentsTokenIsNotTheOwners() {
    TestClient client = hub.stranger();
    assertThat(client.refused("{'type':'auth','token':'" + hub.agent("ada") + "'}"))
        .isEqualTo("unauthorized");
  }

  @Test
  void anythingElseFirstIsNotAuthenticatedAndCloses4401() {
    TestClient client = hub.stranger();
    assertThat(client.refused("{'type':'ping'}")).isEqualTo("not_authenticated");
    assertThat(client.closeCode()).isEqualTo(4401);
  }

  @Test
  void nonsenseFirstIsNotAuthenticatedAndCloses4401() {
    TestClient client = hub.stranger();
    client.sendRaw("hello?");
    assertThat(client.answer().path("code").asString("")).isEqualTo("not_authenticated");
    assertThat(client.closeCode()).isEqualTo(4401);
  }

  @Test
  void anAuthWithoutATokenSaysWhatIsMissing() {
    TestClient client = hub.stranger();
    var answer = client.ask("{'type':'auth'}");
    assertThat(answer.path("code").asString("")).isEqualTo("bad_request");
    assertThat(answer.path("message").asString("")).contains("'token'");
    assertThat(client.closeCode()).isEqualTo(4401);
  }

  @Test
  void aSecondAuthIsAConflictAndChangesNothing() {
    TestClient client = hub.owner();
    assertThat(client.refused("{'type':'auth','token':'x'}")).isEqualTo("conflict");
    client.ok("{'type':'msg.unmatched'}");
  }

  @Test
  void afterManyWrongTokensOneIsToldToSlowDownButTheRightOneStillWorks() {
    for (int i = 0; i < 10; i++) {
      hub.stranger().refused("{'type':'auth','token':'wrong'}");
    }
    TestClient client = hub.stranger();
    assertThat(client.refused("{'type':'auth','token':'wrong'}")).isEqualTo("rate_limited");
    assertThat(client.closeCode()).isEqualTo(4429);
    hub.owner().ok("{'type':'ping'}");
  }

  @Test
  void aStrangerWhoSaysNothingIsClosed4408() {
    try (TestHub other = TestHub.start(Configs.authentication(Duration.ofMillis(100)))) {
      TestClient silent = other.stranger();
      assertThat(silent.answer().path("code").asString("")).isEqualTo("timeout");
      assertThat(silent.closeCode()).isEqualTo(4408);
    }
  }

  @Test
  void anAgentIsOnlineAsLongAsItIsConnected() {
    TestClient owner = hub.owner();
    TestClient ada = hub.newAgent("ada");
    assertThat(owner.ok("{'type':'msg.presence'}").at("/agents/0").toString())
        .startsWith("{\"agentId\":\"ada\",\"online\":true,\"connections\":1,\"listening\":false");
    ada.close();
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(
                        owner.ok("{'type':'msg.presence'}").at("/agents/0/online").asBoolean(true))
                    .isFalse());
  }

  @Test
  void aNewTokenClosesTheConnectionsOfTheOldOne4401() {
    TestClient ada = hub.newAgent("ada");
    String fresh =
        hub.owner().ok("{'type':'agent.token','agentId':'ada'}").path("token").asString("");
    assertThat(ada.closeCode()).isEqualTo(4401);
    hub.connectAgent("ada", fresh).ok("{'type':'ping'}");
  }

  @Test
  void anAgentThatRenewsItsOwnTokenGetsTheNewOneBeforeItIsClosed() {
    TestClient ada = hub.newAgent("ada");
    String fresh = ada.ok("{'type':'agent.token'}").path("token").asString("");
    assertThat(fresh).startsWith("prl_");
    assertThat(ada.closeCode()).isEqualTo(4401);
  }

  @Test
  void aDeletedAgentsConnectionsAreClosed4401() {
    TestClient ada = hub.newAgent("ada");
    hub.owner().ok("{'type':'agent.delete','agentId':'ada'}");
    assertThat(ada.closeCode()).isEqualTo(4401);
  }
}
