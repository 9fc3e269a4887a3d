package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.doors.Json;
import dev.parley.doors.TestHub;
import dev.parley.testkit.broker.Senders;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The wire of 2025-11-25 and before: what the conformance kit does not look at. */
class LegacyTest {
  private TestHub hub;
  private String token;
  private McpClient ada;

  @BeforeEach
  void start() {
    hub = TestHub.start().agents("ben");
    token = hub.agent("ada");
    ada = McpClient.at(hub.port(), "/mcp?profile=all").token(token);
  }

  @AfterEach
  void stop() {
    ada.close();
    hub.close();
  }

  private HttpRequest.Builder get() {
    return ada.request().setHeader("Accept", "text/event-stream").GET();
  }

  @ParameterizedTest
  @CsvSource({
    "2024-11-05,2024-11-05",
    "2025-03-26,2025-03-26",
    "2025-06-18,2025-06-18",
    "2025-11-25,2025-11-25",
    "2026-07-28,2025-11-25",
    "2031-01-01,2025-11-25"
  })
  void everyLegacyRevisionIsAgreedOnAndNoOther(String asked, String agreed) {
    JsonNode result =
        ada.call(
                "initialize",
                "{'protocolVersion':'"
                    + asked
                    + "','capabilities':{},'clientInfo':{'name':'x','version':'1'}}")
            .result();
    assertThat(result.path("protocolVersion").asString()).isEqualTo(agreed);
  }

  @Test
  void withoutASessionNothingIsServed() {
    assertThat(ada.call("tools/list", "{}").status()).isEqualTo(400);
    assertThat(ada.send(get()).status()).isEqualTo(400);
    ada.header("Mcp-Session-Id", "made-up");
    McpClient.Answer answer = ada.call("tools/list", "{}");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.message().has("id")).isFalse();
  }

  @Test
  void aSessionIsItsOwners() {
    ada.initialize();
    ada.header("Authorization", "Bearer " + hub.agent("eve"));
    assertThat(ada.call("tools/list", "{}").status()).isEqualTo(404);
    assertThat(ada.send(get()).status()).isEqualTo(404);
    assertThat(ada.send(ada.request().DELETE()).status()).isEqualTo(404);
    ada.token(token);
    assertThat(ada.call("tools/list", "{}").status()).isEqualTo(200);
  }

  @Test
  void anEndedSessionIsGone() {
    ada.initialize();
    assertThat(ada.send(ada.request().DELETE()).status()).isEqualTo(200);
    assertThat(ada.call("ping", "{}").status()).isEqualTo(404);
  }

  @Test
  void idsComeBackAsTheyWent() {
    ada.initialize();
    for (String id : new String[] {"7", "\"7\"", "1763236800123", "\"\""}) {
      JsonNode answer =
          ada.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}").message();
      assertThat(answer.path("id").toString()).isEqualTo(id);
      assertThat(answer.path("result").toString()).isEqualTo("{}");
    }
    assertThat(ada.post("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}").status())
        .isEqualTo(400);
    assertThat(ada.post("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}").status())
        .isEqualTo(400);
  }

  @Test
  void whatIsNoMessageIsRefusedWithoutAnId() {
    ada.initialize();
    for (String body :
        new String[] {
          "",
          "{",
          "[]",
          "7",
          "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
          "{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
          "[".repeat(300) + "]".repeat(300)
        }) {
      McpClient.Answer answer = ada.post(body);
      assertThat(answer.status()).as(body).isEqualTo(400);
      assertThat(answer.message().has("id")).isFalse();
    }
    assertThat(ada.header("Content-Type", "text/plain").post("{}").status()).isEqualTo(415);
    ada.header("Content-Type", "application/json");
    assertThat(ada.header("Accept", "application/json").post("{}").status()).isEqualTo(406);
  }

  @Test
  void aBodyBeyondTheLimitIsRefused() {
    ada.initialize();
    assertThat(ada.post("\"" + "x".repeat(4 << 20) + "\"").status()).isEqualTo(413);
  }

  @Test
  void unknownMethodsAndToolsAreOrdinaryErrors() {
    ada.initialize();
    McpClient.Answer answer = ada.call("foo/bar", "{}");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.error().path("code").asInt()).isEqualTo(-32601);
    assertThat(ada.call("tools/call", "{'name':'nothing'}").error().path("code").asInt())
        .isEqualTo(-32602);
    assertThat(ada.call("tools/list", "{'cursor':'x'}").error().path("code").asInt())
        .isEqualTo(-32602);
    assertThat(ada.call("logging/setLevel", "{'level':'loud'}").error().path("code").asInt())
        .isEqualTo(-32602);
  }

  @Test
  void aVersionThatIsNotSpokenIsRefusedInASession() {
    ada.initialize().header("MCP-Protocol-Version", "1999-01-01");
    assertThat(ada.call("ping", "{}").status()).isEqualTo(400);
  }

  @Test
  void batchesAreTakenOnlyByTheRevisionThatHasThem() {
    String batch =
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
            + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/other\"},"
            + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]";
    ada.initialize("2025-03-26");
    assertThat(ada.post(batch).messages()).hasSize(2);
    ada.header("Mcp-Session-Id", null).header("MCP-Protocol-Version", null).initialize();
    assertThat(ada.post(batch).status()).isEqualTo(400);
  }

  @Test
  void aWatchedInboxIsAnnouncedOnTheStreamBesideTheCalls() throws Exception {
    ada.initialize();
    assertThat(
            ada.call("resources/subscribe", "{'uri':'parley://inbox/ben'}")
                .error()
                .path("code")
                .asInt())
        .isEqualTo(-32002);
    assertThat(ada.call("resources/subscribe", "{'uri':'parley://inbox/ada'}").result().toString())
        .isEqualTo("{}");
    try (McpClient.Stream stream = ada.open(get())) {
      hub.owner().ok("{'type':'msg.send','to':'ada','content':'hello'}");
      JsonNode told = stream.message();
      assertThat(told.path("method").asString()).isEqualTo("notifications/resources/updated");
      assertThat(told.path("params").path("uri").asString()).isEqualTo("parley://inbox/ada");
    }
  }

  @Test
  void whoComesBackIsShownWhatFollowedOnThatStreamOnly() throws Exception {
    ada.initialize();
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":\"w\",\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"wait_for_messages\",\"arguments\":{\"seconds\":30},"
            + "\"_meta\":{\"progressToken\":1}}}";
    String last;
    try (McpClient.Stream stream =
        ada.open(ada.request().POST(HttpRequest.BodyPublishers.ofString(call)))) {
      assertThat(stream.lines().readLine()).isEqualTo("id: p1-0");
      assertThat(stream.lines().readLine()).startsWith("retry: ");
      assertThat(stream.lines().readLine()).isEqualTo("data: ");
      assertThat(stream.lines().readLine()).isEmpty();
      last = stream.lines().readLine().substring("id: ".length());
    }
    // The connection is gone; the call is not.
    hub.owner().ok("{'type':'msg.send','to':'ada','content':'hello'}");
    try (McpClient.Stream stream = ada.open(get().setHeader("Last-Event-ID", last))) {
      JsonNode answer = stream.message();
      assertThat(answer.path("id").asString()).isEqualTo("w");
      assertThat(answer.path("result").toString()).contains("hello");
      assertThat(stream.data()).as("the stream ends with its answer").isNull();
    }
  }

  @Test
  void aCancelledCallIsNotAnswered() {
    ada.initialize();
    CompletableFuture<McpClient.Answer> waiting =
        cancellable("wait_for_messages", "{'seconds':50}");
    await()
        .until(
            () -> {
              ada.notify("notifications/cancelled", "{'requestId':'c'}");
              return waiting.isDone();
            });
    assertThat(waiting.join().messages()).isEmpty();
  }

  @Test
  void theReplyToARequestThatWasCancelledStaysInTheInbox() {
    ada.initialize();
    CompletableFuture<McpClient.Answer> waiting =
        cancellable("send_bot_request", "{'bot':'ben','message':'?','timeoutSeconds':50}");
    await().until(() -> hub.broker().stats().get("requestsWaiting") == 1);
    ada.notify("notifications/cancelled", "{'requestId':'c'}");
    assertThat(waiting.join().messages()).isEmpty();
    await().until(() -> hub.broker().stats().get("requestsWaiting") == 0);

    MessageId asked = inbox("ben").getFirst().message().id();
    hub.broker().reply(Draft.from("ben").content("!"), asked, Senders.agent("ben")).join();
    assertThat(inbox("ada")).hasSize(1);
  }

  /** A call of ada's under way, with the id {@code c}. */
  private CompletableFuture<McpClient.Answer> cancellable(String tool, String arguments) {
    return InBackground.call(
        () ->
            ada.post(
                Json.text(
                    "{'jsonrpc':'2.0','id':'c','method':'tools/call','params':{'name':'%s','arguments':%s}}"
                        .formatted(tool, arguments))));
  }

  private List<Copy> inbox(String agent) {
    return hub.broker().peek(BoxId.inbox(new AgentId(agent)), 10).join();
  }

  @Test
  void aMessageUnderWayIsNotAnsweredWhenCancelledButIsSent() {
    ada.initialize();
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    hub.broker()
        .onRoute(
            (_, _) -> {
              holding.countDown();
              try {
                // What comes after the first message cannot become durable meanwhile.
                boolean _ = held.await(30, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    CompletableFuture<JsonNode> first =
        InBackground.call(() -> ada.tool("send_message", "{'to':'ben','content':'first'}"));
    await().until(() -> holding.getCount() == 0);
    CompletableFuture<McpClient.Answer> second =
        cancellable("send_message", "{'to':'ben','content':'second'}");
    await()
        .until(
            () -> {
              ada.notify("notifications/cancelled", "{'requestId':'c'}");
              return second.isDone();
            });
    assertThat(second.join().messages()).isEmpty();
    held.countDown();
    assertThat(first.join().path("success").asBoolean()).isTrue();
    await().untilAsserted(() -> assertThat(inbox("ben")).hasSize(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16 << 10, 200_000})
  void messagesOfAnyLengthAreSentAlike(int length) {
    ada.initialize();
    JsonNode sent = ada.tool("send_message", "{'to':'ben','content':'" + "x".repeat(length) + "'}");
    assertThat(sent.path("success").asBoolean()).isTrue();
    assertThat(sent.path("recipientCount").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'to':'ben'}|'content' is missing",
        "{'to':'ben','content':' '}|'content' is empty",
        "{'to':'nobody','content':'x'}|not_found",
        "{'to':'ben','content':'x','agentId':'ben'}|there is no argument 'agentId'",
        "{'to':'ben','content':'x','replyTo':'none'}|must be a message id"
      },
      quoteCharacter = '`')
  void aMessageThatCannotBeSentIsAnsweredWithTheReason(String arguments, String reason) {
    ada.initialize();
    JsonNode result = ada.rawTool("send_message", arguments);
    assertThat(result.path("isError").asBoolean()).isTrue();
    assertThat(result.path("content").path(0).path("text").asString()).contains(reason);
  }

  @Test
  void theOldTransportAnswersOnItsStream() throws Exception {
    McpClient old =
        McpClient.at(hub.http().agentPort(), "/sse?agentId=ada")
            .token(token)
            .header("Accept", "text/event-stream");
    try (McpClient.Stream stream = old.open(old.request().GET())) {
      String path = stream.data();
      assertThat(path).startsWith("/message/");
      McpClient post = McpClient.at(hub.http().agentPort(), path).token(token);
      assertThat(post.call("tools/list", "{}").status()).isEqualTo(202);
      assertThat(stream.message().path("error").path("code").asInt()).isEqualTo(-32600);
      assertThat(
              post.call(
                      "initialize",
                      "{'protocolVersion':'2024-11-05','capabilities':{},"
                          + "'clientInfo':{'name':'x','version':'1'}}")
                  .status())
          .isEqualTo(202);
      assertThat(stream.message().path("result").path("protocolVersion").asString())
          .isEqualTo("2024-11-05");
      post.call("tools/call", "{'name':'send_message','arguments':{'to':'ben','content':'hi'}}");
      assertThat(
              stream.message().path("result").path("structuredContent").path("success").asBoolean())
          .isTrue();
      assertThat(post.post("{").status()).isEqualTo(400);
      post.header("Authorization", "Bearer " + hub.agent("eve"));
      assertThat(post.call("ping", "{}").status()).isEqualTo(404);
      assertThat(hub.broker().presence().isOnline(new AgentId("ada"))).isTrue();
      post.close();
    }
    await().until(() -> !hub.broker().presence().isOnline(new AgentId("ada")));
    old.close();
  }
}
