package dev.parley.hub.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.Agents;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import dev.parley.client.message.ReceivedMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two whole hubs: the second takes part in a loop of the first, as a bot with a token. */
@Timeout(120)
class JoinedHubsTest {
  private static final String LOCAL = "loop/lab/#general";
  private static final String REMOTE = "comm/gateway/lab/#general";
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir private Path folder;
  private final String bot = UUID.randomUUID().toString();
  private Node first;
  private Node second;

  @BeforeEach
  void start() throws Exception {
    first = new Node(folder.resolve("first"), Map.of());
    first.call("POST", "/api/loops", "{'name':'Lab'}");
    for (String agent : List.of("ann", bot)) {
      first.owner().agents().create(agent, Agents.Details.NONE);
      first.call("PUT", "/api/loops/lab/members/" + agent, "{'role':'member'}");
    }
    second = new Node(folder.resolve("second"), joining(first.owner().agents().token(bot)));
    second.owner().agents().create("bob", Agents.Details.NONE);
    second.owner().mailbox(Inbox.of("bob")).subscribe("comm/gateway/**");
    awaitState("connected");
  }

  private Map<String, String> joining(String token) {
    return Map.of(
        "comm.enabled",
        "true",
        "comm.gateway",
        first.gateway(),
        "comm.apiServer",
        first.api(),
        "comm.botId",
        bot,
        "comm.token",
        token);
  }

  @AfterEach
  void stop() throws Exception {
    second.close();
    first.close();
  }

  private void awaitState(String state) {
    await()
        .atMost(PATIENCE)
        .until(() -> second.call("GET", "/api/comm", "").path("state").asString("").equals(state));
  }

  private static void say(ParleyClient hub, String from, String path, String text) {
    var _ = hub.send(Draft.toPath(path).from(from).content(text));
  }

  /** What an agent gets until it has this many. */
  private static List<ReceivedMessage> heard(Node hub, String agent, int count) {
    List<ReceivedMessage> all = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              all.addAll(hub.owner().mailbox(Inbox.of(agent)).receive(100).messages());
              return all.size() >= count;
            });
    return all;
  }

  private static List<String> texts(List<ReceivedMessage> messages) {
    return messages.stream().map(ReceivedMessage::content).toList();
  }

  private static List<String> numbered(String word, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> word + " " + i).toList();
  }

  @Test
  void whatIsSaidInTheLoopIsHeardAtTheOtherHub() throws Exception {
    say(first.owner(), "ann", LOCAL, "hello over there");

    ReceivedMessage heard = heard(second, "bob", 1).getFirst();

    assertThat(heard.path()).isEqualTo(REMOTE);
    assertThat(heard.content()).isEqualTo("hello over there");
    assertThat(heard.from()).isEqualTo("comm:gateway");
    assertThat(heard.json().text("origin", "")).isEqualTo("external");
    assertThat(heard.json().text("source", "")).isEqualTo("gateway");
  }

  @Test
  void whatAnAgentOfTheOtherHubSaysIsHeardInTheLoop() {
    say(second.owner(), "bob", REMOTE, "hello from afar");

    ReceivedMessage heard = heard(first, "ann", 1).getFirst();

    assertThat(heard.path()).isEqualTo(LOCAL);
    assertThat(heard.content()).isEqualTo("hello from afar");
    assertThat(heard.from()).isEqualTo(bot);
    assertThat(heard.payload().toString()).contains("\"senderName\":\"bob\"");
  }

  @Test
  void anAnswerGoesWhereTheQuestionCameFrom() {
    say(first.owner(), "ann", LOCAL, "who is there?");
    ReceivedMessage question = heard(second, "bob", 1).getFirst();

    var _ =
        second.owner().send(Draft.inReplyTo(question.id()).from("bob").content("bob, at yours"));

    assertThat(texts(heard(first, "ann", 1))).containsExactly("bob, at yours");
  }

  @Test
  void twoTalkDirectly() {
    say(first.owner(), "ann", "agent/" + bot, "just for you");
    ReceivedMessage question = heard(second, "bob", 1).getFirst();
    assertThat(question.content()).isEqualTo("just for you");
    assertThat(question.path()).startsWith("comm/gateway/agent/");

    say(second.owner(), "bob", question.path(), "and for you");

    assertThat(texts(heard(first, "ann", 1))).containsExactly("and for you");
  }

  @Test
  void nothingIsLostDoubledOrOutOfOrderWhenTheFirstHubRestarts() throws Exception {
    numbered("there", 0, 20).forEach(text -> say(first.owner(), "ann", LOCAL, text));
    numbered("back", 0, 20).forEach(text -> say(second.owner(), "bob", REMOTE, text));

    first.stop();
    numbered("back", 20, 40).forEach(text -> say(second.owner(), "bob", REMOTE, text));
    first.start();
    numbered("there", 20, 40).forEach(text -> say(first.owner(), "ann", LOCAL, text));
    awaitState("connected");
    say(first.owner(), "ann", LOCAL, "last there");
    say(second.owner(), "bob", REMOTE, "last back");

    assertThat(others(heardUntil(second, "bob", "last there"), "back"))
        .containsExactlyElementsOf(with(numbered("there", 0, 40), "last there"));
    assertThat(heardUntil(first, "ann", "last back"))
        .containsExactlyElementsOf(with(numbered("back", 0, 40), "last back"));
  }

  @Test
  void nothingIsLostDoubledOrOutOfOrderWhenTheSecondHubRestarts() throws Exception {
    numbered("there", 0, 20).forEach(text -> say(first.owner(), "ann", LOCAL, text));
    numbered("back", 0, 20).forEach(text -> say(second.owner(), "bob", REMOTE, text));

    second.stop();
    numbered("there", 20, 40).forEach(text -> say(first.owner(), "ann", LOCAL, text));
    second.start();
    numbered("back", 20, 40).forEach(text -> say(second.owner(), "bob", REMOTE, text));
    awaitState("connected");
    say(first.owner(), "ann", LOCAL, "last there");
    say(second.owner(), "bob", REMOTE, "last back");

    assertThat(others(heardUntil(second, "bob", "last there"), "back"))
        .containsExactlyElementsOf(with(numbered("there", 0, 40), "last there"));
    assertThat(heardUntil(first, "ann", "last back"))
        .containsExactlyElementsOf(with(numbered("back", 0, 40), "last back"));
  }

  /** Who is subscribed to a path hears what it says there itself, as everywhere. */
  private static List<String> others(List<String> texts, String own) {
    return texts.stream().filter(text -> !text.contains(own)).toList();
  }

  private static List<String> with(List<String> texts, String last) {
    List<String> all = new ArrayList<>(texts);
    all.add(last);
    return all;
  }

  private static List<String> heardUntil(Node hub, String agent, String last) {
    List<String> all = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              all.addAll(texts(hub.owner().mailbox(Inbox.of(agent)).receive(100).messages()));
              return all.contains(last);
            });
    return all;
  }

  @Test
  void aTokenThatIsWithdrawnIsSaidAndOnlyAnotherOneHelps() throws Exception {
    var _ = first.owner().agents().revoke(bot);
    awaitState("authDead");
    assertThat(second.call("GET", "/api/comm", "").path("reason").asString(""))
        .isEqualTo("401 invalid token");

    String token = first.owner().agents().token(bot);
    second.call("PUT", "/api/comm/settings", "{'values':{'token':'" + token + "'}}");

    awaitState("connected");
    say(first.owner(), "ann", LOCAL, "welcome back");
    assertThat(texts(heard(second, "bob", 1))).containsExactly("welcome back");
  }

  @Test
  void whoeverWritesToAChannelThatIsNotThereIsTold() {
    say(second.owner(), "bob", "comm/gateway/lab/#nowhere", "anybody?");

    List<ReceivedMessage> told =
        heard(second, "bob", 2).stream()
            .filter(message -> message.command().equals("comm.unsent"))
            .toList();

    assertThat(told).hasSize(1);
    assertThat(told.getFirst().content()).contains("lab/#nowhere", "lab/#general");
  }

  @Test
  void anAgentOfAPersonNeitherHearsNorSpeaks() throws Exception {
    second.call(
        "POST",
        "/api/v1/owners/register",
        "{'email':'eve@example.org','password':'correct horse battery','agentId':'eve'}");
    second.owner().mailbox(Inbox.of("eve")).subscribe("comm/gateway/**");

    say(second.owner(), "eve", REMOTE, "let me in");
    say(first.owner(), "ann", LOCAL, "a secret");
    say(second.owner(), "bob", REMOTE, "mark");

    assertThat(texts(heard(first, "ann", 1))).containsExactly("mark");
    assertThat(texts(heard(second, "bob", 1))).contains("a secret");
    assertThat(texts(second.owner().mailbox(Inbox.of("eve")).receive(10).messages()))
        .doesNotContain("a secret");
  }

  @Test
  void whileDisconnectedNobodyTakesWhatIsSentThere() throws Exception {
    second.call("POST", "/api/comm/disconnect", "");
    awaitState("disconnected");
    second.owner().mailbox(Inbox.of("bob")).unsubscribe("comm/gateway/**");

    Receipt receipt = second.owner().send(Draft.toPath(REMOTE).from("bob").content("anybody?"));

    assertThat(receipt.delivered()).isFalse();
  }

  @Test
  void whatWasSaidWhileDisconnectedComesAfterwards() throws Exception {
    second.call("POST", "/api/comm/disconnect", "");
    awaitState("disconnected");
    say(first.owner(), "ann", LOCAL, "while you were away");

    second.call("POST", "/api/comm/connect", "");

    assertThat(texts(heard(second, "bob", 1))).containsExactly("while you were away");
  }

  @Test
  void aSecretIsNeverShownAgain() throws Exception {
    second.call("PUT", "/api/comm/settings", "{'values':{'token':'s3cret-of-ours'}}");

    assertThat(second.call("GET", "/api/comm", "").toString()).doesNotContain("s3cret-of-ours");
  }

  @Test
  void aSettingThatIsNoGoodChangesNothing() throws Exception {
    JsonNode before = second.call("GET", "/api/comm", "").path("plugins");

    var refused =
        second.asked(
            "PUT",
            "/api/comm/settings",
            "{'values':{'gateway':'ws://127.0.0.1:1','bot_id':'nobody'}}");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("'bot_id' must be a UUID");
    assertThat(second.call("GET", "/api/comm", "").path("plugins")).isEqualTo(before);
  }

  @Test
  void anotherPluginTakesItsPlaceWhileTheHubRuns() throws Exception {
    second.call("POST", "/api/comm/active", "{'plugin':'loopback'}");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                second.call("GET", "/api/comm", "").path("state").asString("").equals("connected"));
    say(first.owner(), "ann", LOCAL, "meanwhile");

    second.call("POST", "/api/comm/active", "{'plugin':'gateway'}");

    assertThat(texts(heard(second, "bob", 1))).containsExactly("meanwhile");
  }
}
