package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class MessageCommandsTest {
  private static final String DELIVERED =
      "{\"messageId\":\"m1\",\"delivered\":true,\"deliveredTo\":[\"researcher\"]}";

  @TempDir private Path data;
  private ScriptedHub hub;

  @BeforeEach
  void startHub() throws IOException {
    hub = new ScriptedHub(data).answering("msg.send", DELIVERED);
  }

  @AfterEach
  void stopHub() throws IOException {
    hub.close();
  }

  @Test
  void sendsTheWordsAsText() throws Exception {
    Result sent = hub.cli().run("send", "researcher", "have", "a look", "--priority", "high");

    assertThat(sent.exitCode()).isZero();
    assertThat(sent.out()).isEqualTo("m1 to researcher\n");
    JsonObject frame = hub.next("msg.send");
    assertThat(frame.text("to")).isEqualTo("researcher");
    assertThat(frame.text("content")).isEqualTo("have a look");
    assertThat(frame.text("priority")).isEqualTo("high");
    assertThat(frame.has("from")).isFalse();
  }

  @Test
  void printsTheReceiptAsOneJsonDocument() {
    Result sent = hub.cli().run("--json", "send", "researcher", "x");

    assertThat(sent.out()).isEqualTo(DELIVERED + "\n");
  }

  @Test
  void sendsToSeveralToAPathAndToEveryone() throws Exception {
    hub.answering("msg.route", DELIVERED).answering("msg.broadcast", DELIVERED);

    hub.cli().run("send", "a,b", "x");
    assertThat(hub.next("msg.send").texts("to")).containsExactly("a", "b");
    hub.cli().run("send", "--path", "slack/#general", "hello", "all");
    JsonObject routed = hub.next("msg.route");
    assertThat(routed.text("path")).isEqualTo("slack/#general");
    assertThat(routed.text("content")).isEqualTo("hello all");
    hub.cli().run("send", "--broadcast", "hello", "all");
    assertThat(hub.next("msg.broadcast").text("content")).isEqualTo("hello all");
  }

  @Test
  void theTextOrThePayloadComesFromStdinForADash() throws Exception {
    hub.cli().input("a diff\n").run("send", "reviewer", "-", "--type", "task");
    JsonObject text = hub.next("msg.send");
    assertThat(text.text("content")).isEqualTo("a diff");
    assertThat(text.text("messageType")).isEqualTo("task");

    hub.cli().input("{\"a\":1}").run("send", "reviewer", "--payload", "-");
    assertThat(hub.next("msg.send").object("payload")).isEqualTo(JsonObject.parse("{\"a\":1}"));
  }

  @Test
  void theOwnerActsForTheAgentNamedWithAs() throws Exception {
    hub.cli().run("send", "researcher", "x", "--as", "writer");

    assertThat(hub.next("msg.send").text("from")).isEqualTo("writer");
  }

  @Test
  void awaitsAStateAndShowsTheLadder() throws Exception {
    hub.answering(
        "msg.await",
        "{\"messageId\":\"m1\",\"recipients\":[{\"agentId\":\"researcher\",\"state\":\"read\"}]}");

    Result sent = hub.cli().run("send", "researcher", "x", "--await", "read", "--timeout", "2s");

    hub.next("msg.send");
    JsonObject awaiting = hub.next("msg.await");
    assertThat(awaiting.text("state")).isEqualTo("read");
    assertThat(awaiting.number("timeoutMs", 0)).isEqualTo(2000);
    assertThat(sent.lines()).last().asString().matches("researcher +read");
  }

  @Test
  void aMessageForNobodyIsAFailureThatSaysWhereItIs() {
    hub.answering("msg.send", "{\"messageId\":\"m1\",\"delivered\":false,\"unmatched\":true}");

    Result sent = hub.cli().run("send", "nobody", "x");

    assertThat(sent.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(sent.err()).contains("parley dead-letters list");
  }

  @Test
  void aRefusalIsOneLineWithTheHubsWords() {
    hub.answering("msg.send", "{\"code\":\"bad_request\",\"message\":\"no such\\u001b[31m type\"}");

    Result sent = hub.cli().run("send", "a", "x");

    assertThat(sent.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(sent.out()).isEmpty();
    assertThat(sent.err()).isEqualTo("parley: no such\\x1b[31m type\n");
  }

  @Test
  void aRefusalIsJsonWhenJsonWasAskedFor() {
    hub.answering("msg.send", "{\"code\":\"bad_request\",\"message\":\"no\"}");

    Result sent = hub.cli().run("send", "a", "x", "--json");

    JsonObject error = JsonObject.parse(sent.err().strip()).object("error");
    assertThat(error.text("code")).isEqualTo("bad_request");
    assertThat(error.text("message")).isEqualTo("no");
  }

  @Test
  void withoutAHubTheCommandSaysHowToStartOne() throws IOException {
    Files.delete(data.resolve("hub.json"));

    Result sent = hub.cli().run("send", "a", "x");

    assertThat(sent.exitCode()).isEqualTo(Exit.NO_HUB);
    assertThat(sent.err())
        .isEqualTo(
            "parley: no hub runs on %1$s; start one with: parley up --data %1$s\n".formatted(data));
  }

  @Test
  void aHubThatDiedWithoutAWordIsAHubThatIsNotRunning() throws IOException {
    hub.close();

    Result sent = hub.cli().run("send", "a", "x");

    assertThat(sent.exitCode()).isEqualTo(Exit.NO_HUB);
    assertThat(sent.err()).contains("no hub answers at").contains("parley up");
  }

  @Test
  void aWrongTokenSaysWhatToDo() {
    Result sent = hub.cli().run("send", "a", "x", "--token", "wrong");

    assertThat(sent.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(sent.err()).contains("refused the token of the owner").contains("--token-file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send",
        "send a",
        "send a --payload [1]",
        "send a b --ttl soon",
        "inbox /s1",
        "listen a --from yesterday",
        "history a --since never",
        "reply"
      })
  void wrongUsageIsFoundOutWithoutAskingTheHub(String line) {
    Result refused = hub.cli().run(line.split(" ", -1));

    assertThat(refused.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(refused.err().lines()).hasSize(1);
  }

  @Test
  void anInboxShowsEachMessageWithItsTextMadeHarmless() throws Exception {
    hub.answering(
        "msg.receive",
        """
        {"agentId":"researcher","messages":[{"id":"m1","from":"wri\\u001bter","path":"agent/researcher",
         "content":"one\\u001b[2J\\ntwo\\u202e","payload":{"k":"\\u009b"},"timestamp":1,"type":"task","status":"delivered"}]}\
        """);

    Result inbox = hub.cli().run("inbox", "researcher", "--limit", "5");

    assertThat(hub.next("msg.receive").objectOrEmpty("options").number("limit", 0)).isEqualTo(5);
    assertThat(inbox.lines().get(0))
        .startsWith("wri\\x1bter → agent/researcher  19")
        .endsWith("[task]  delivered  m1");
    assertThat(inbox.lines().subList(1, 4))
        .containsExactly("  one\\x1b[2J", "  two\\u{202e}", "  {\"k\":\"\\u009b\"}");
  }

  @Test
  void peekingAsksNotToMark() throws Exception {
    hub.cli().run("inbox", "researcher/s1", "--peek");

    JsonObject frame = hub.next("msg.session.receive");
    assertThat(frame.text("sessionId")).isEqualTo("s1");
    assertThat(frame.objectOrEmpty("options").flag("peek")).isTrue();
  }

  @Test
  void listeningPrintsOneJsonObjectALineAndAcknowledgesWhatWasPrinted() throws Exception {
    hub.answering(
        "msg.listen",
        """
        {"cursor":0,"pushes":[
        {"type":"msg.push","agentId":"a","cursor":1,"attempts":1,"message":{"id":"m1","content":"x"}},
        {"type":"msg.push","agentId":"a","cursor":2,"attempts":1,"message":{"id":"m2","content":"y"}},
        {"type":"msg.push","agentId":"a","cursor":3,"attempts":1,"message":{"id":"m3","content":"z"}}]}\
        """);

    Result listened = hub.cli().run("listen", "a", "--ack", "manual", "--count", "2", "--json");

    assertThat(listened.exitCode()).isZero();
    assertThat(listened.lines())
        .extracting(line -> JsonObject.parse(line).objectOrEmpty("message").text("id"))
        .containsExactly("m1", "m2");
    assertThat(hub.next("msg.listen").number("window", 0)).isEqualTo(2);
    String acknowledged = hub.next("msg.ack").shown("cursors");
    assertThat(acknowledged).isIn("[1]", "[1,2]");
  }

  @Test
  void listeningInVainForACountIsAFailure() {
    Result listened = hub.cli().run("listen", "a", "--count", "1", "--timeout", "20ms");

    assertThat(listened.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(listened.err()).contains("0 of 1 messages");
    assertThat(hub.cli().run("listen", "a", "--timeout", "20ms").exitCode()).isZero();
  }

  @Test
  void aRequestPrintsTheReply() throws Exception {
    hub.answering("msg.request", "{\"messageId\":\"m1\",\"reply\":{\"content\":\"42\"}}");

    Result asked = hub.cli().run("request", "oracle", "well?", "--timeout", "5s");

    assertThat(asked.out()).isEqualTo("42\n");
    assertThat(hub.next("msg.request").number("timeoutMs", 0)).isEqualTo(5000);
  }

  @Test
  void historyTranslatesItsFilters() throws Exception {
    hub.cli()
        .run(
            "history",
            "a",
            "--since",
            "2026-11-15T20:00:00Z",
            "--from",
            "b",
            "--type",
            "task",
            "--thread",
            "c1",
            "--before",
            "17");

    JsonObject options = hub.next("msg.history").objectOrEmpty("options");
    assertThat(options.number("fromTime", 0)).isEqualTo(1_794_772_800_000L);
    assertThat(options.text("from")).isEqualTo("b");
    assertThat(options.text("messageType")).isEqualTo("task");
    assertThat(options.text("conversationId")).isEqualTo("c1");
    assertThat(options.number("before", 0)).isEqualTo(17);
  }

  @Test
  void aReplyNamesTheMessageItAnswers() throws Exception {
    hub.answering("msg.reply", DELIVERED);

    hub.cli().run("reply", "m0", "yes", "--from", "researcher");

    JsonObject frame = hub.next("msg.reply");
    assertThat(frame.text("replyTo")).isEqualTo("m0");
    assertThat(frame.text("content")).isEqualTo("yes");
  }
}
