package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.doors.TestHub;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A message that was shown and not taken comes again, whatever became of who was shown it. */
@Timeout(60)
class ShownAgainTest {
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private TestHub hub;
  private McpClient ada;
  private McpClient ben;
  private final List<McpClient> clients = new ArrayList<>();

  @BeforeEach
  void start() {
    hub = TestHub.start();
    ada = connect(hub.agent("ada"));
    ben = connect(hub.agent("ben"));
  }

  private McpClient connect(String token) {
    McpClient client = McpClient.at(hub.port(), "/mcp?profile=all").token(token).initialize();
    clients.add(client);
    return client;
  }

  @AfterEach
  void stop() {
    clients.forEach(McpClient::close);
    hub.close();
  }

  private String send(String content) {
    return ada.tool("send_message", "{'to':'ben','content':'" + content + "'}")
        .path("messageId")
        .asString();
  }

  private static List<String> contents(JsonNode got) {
    return got.path("messages").valueStream().map(m -> m.path("content").asString()).toList();
  }

  private List<String> waited() {
    return contents(ben.tool("wait_for_messages", "{'seconds':1}"));
  }

  /** A call of ben's on a connection of its own, as bytes. */
  private Socket calling(String meta) throws IOException {
    String body =
        McpClient.message(
                "tools/call",
                dev.parley.doors.Json.of(
                    "{'name':'wait_for_messages','arguments':{'seconds':50}" + meta + "}"))
            .put("id", "w")
            .toString();
    StringBuilder head = new StringBuilder("POST /mcp?profile=all HTTP/1.1\r\n");
    ben.request()
        .POST(BodyPublishers.noBody())
        .build()
        .headers()
        .map()
        .forEach(
            (name, values) ->
                head.append(name).append(": ").append(values.getFirst()).append("\r\n"));
    head.append("Host: 127.0.0.1:").append(hub.port()).append("\r\n");
    head.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
    Socket socket = new Socket("127.0.0.1", hub.port());
    socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.UTF_8));
    await().until(() -> hub.broker().presence().isOnline(new AgentId("ben")));
    return socket;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",'_meta':{'progressToken':1}"})
  void aWaiterWhoseConnectionIsClosedTakesNothingAway(String meta) throws Exception {
    calling(meta).close();

    send("after you left");

    assertThat(waited()).containsExactly("after you left");
  }

  @Test
  void whatWasShownAndNotMarkedComesAgainAfterAWhileEachTimeLater() {
    send("one");
    assertThat(waited()).containsExactly("one");
    assertThat(waited()).as("not at once").isEmpty();
    for (int minutes = 1; minutes <= 16; minutes *= 2) {
      hub.mcpClockForward(PAUSE.multipliedBy(minutes).minusSeconds(30));
      assertThat(waited()).as("too early, %d", minutes).isEmpty();
      hub.mcpClockForward(Duration.ofSeconds(30));
      JsonNode again = ben.tool("wait_for_messages", "{'seconds':1}");
      assertThat(contents(again)).as("after %d minutes", minutes).containsExactly("one");
      assertThat(again.at("/messages/0/shownBefore").asInt()).isPositive();
    }
    for (int i = 0; i < 3; i++) {
      hub.mcpClockForward(Duration.ofMinutes(29)); // after 30 the session would be gone
      assertThat(waited()).as("not for ever").isEmpty();
    }
    assertThat(contents(ben.tool("get_messages", "{'unreadOnly':true}"))).containsExactly("one");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mark_messages_read|{'messageIds':['%s']}",
        "reply|{'messageId':'%s','content':'yes'}",
        "get_message|{'messageId':'%s','markAsRead':true}",
        "get_messages|{'markAsRead':true}"
      })
  void whatIsMarkedOrAnsweredDoesNotComeAgain(String how) {
    String id = send("one");
    assertThat(waited()).containsExactly("one");

    JsonNode _ = ben.tool(how.split("\\|")[0], how.split("\\|")[1].formatted(id));

    hub.mcpClockForward(PAUSE);
    assertThat(waited()).isEmpty();
    assertThat(contents(ben.tool("get_messages", "{'unreadOnly':true}"))).isEmpty();
  }

  @Test
  void itComesAgainAtAHubThatWasStartedAnew() {
    send("one");
    assertThat(waited()).containsExactly("one");

    hub = hub.restarted();
    String token =
        hub.owner().ok("{'type':'agent.token','agentId':'ben'}").path("token").asString();
    ben = connect(token);

    assertThat(waited()).as("too early").isEmpty();
    hub.mcpClockForward(PAUSE);
    assertThat(waited()).containsExactly("one");
  }

  @Test
  void whoLoopsSeesEverythingInTheOrderOfPriorityThenAge() {
    for (String content : new String[] {"normal 1", "normal 2"}) {
      send(content);
    }
    assertThat(contents(ben.tool("wait_for_messages", "{'limit':1}"))).containsExactly("normal 1");
    send("normal 3");
    ada.tool("send_message", "{'to':'ben','content':'high','priority':'high'}");
    ada.tool("send_message", "{'to':'ben','content':'low','priority':'low'}");
    hub.mcpClockForward(PAUSE);

    assertThat(waited()).containsExactly("high", "normal 1", "normal 2", "normal 3", "low");
  }

  @Test
  void ofFourWhoWaitOneGetsTheMessageAndTheOthersWaitOn() {
    List<CompletableFuture<JsonNode>> waiting = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      waiting.add(InBackground.call(() -> ben.tool("wait_for_messages", "{'seconds':40}")));
    }
    await().until(() -> hub.broker().presence().of(new AgentId("ben")).connections() >= 4);

    send("for one");

    await().until(() -> waiting.stream().filter(CompletableFuture::isDone).count() == 1);
    for (String content : new String[] {"second", "third", "fourth"}) {
      send(content);
    }
    assertThat(waiting.stream().map(CompletableFuture::join).flatMap(got -> contents(got).stream()))
        .containsExactlyInAnyOrder("for one", "second", "third", "fourth");
  }

  @Test
  void theCallThatCameLastIsServedFirst() throws Exception {
    try (Socket _ = calling("")) { // of a client that has given up without a word
      CompletableFuture<JsonNode> alive =
          InBackground.call(() -> ben.tool("wait_for_messages", "{'seconds':40}"));
      await().until(() -> hub.broker().presence().of(new AgentId("ben")).connections() >= 2);

      send("one");

      assertThat(contents(alive.join())).containsExactly("one");
    }
  }

  @Test
  void oneMayWaitForOneSenderOrForOneConversation() {
    McpClient eve = connect(hub.agent("eve"));
    eve.tool("send_message", "{'to':'ben','content':'from eve'}");
    String question =
        ben.tool("send_message", "{'to':'ada','content':'?'}").path("messageId").asString();
    send("something else");
    ada.tool("reply", "{'messageId':'" + question + "','content':'!'}");

    assertThat(contents(ben.tool("wait_for_messages", "{'seconds':5,'thread':'" + question + "'}")))
        .containsExactly("!");
    assertThat(contents(ben.tool("wait_for_messages", "{'seconds':5,'from':'eve'}")))
        .containsExactly("from eve");
    assertThat(contents(ben.tool("wait_for_messages", "{'seconds':5}")))
        .containsExactly("something else");
    assertThat(ada.failure("wait_for_messages", "{'thread':'" + send("x").replace('0', '1') + "'}"))
        .startsWith("not_found");
  }

  @Test
  void theReplyToAQuestionComesAgainToo() {
    CompletableFuture<JsonNode> asked =
        InBackground.call(() -> ada.tool("ask", "{'to':'ben','content':'x?','seconds':40}"));
    String id = ben.tool("wait_for_messages", "{'seconds':40}").at("/messages/0/id").asString();
    ben.tool("reply", "{'messageId':'" + id + "','content':'x!'}");
    assertThat(asked.join().at("/reply/content").asString()).isEqualTo("x!");

    hub.mcpClockForward(PAUSE);

    assertThat(contents(ada.tool("wait_for_messages", "{'seconds':1}"))).containsExactly("x!");
  }

  @Test
  void ofAnAgentThatIsGoneNothingIsKept() {
    send("one");
    assertThat(waited()).containsExactly("one");
    assertThat(hub.broker().records().get("mcp-shown", "a:ben")).isPresent();

    hub.owner().ok("{'type':'agent.delete','agentId':'ben'}");

    await().until(() -> hub.broker().records().get("mcp-shown", "a:ben").isEmpty());
  }
}
