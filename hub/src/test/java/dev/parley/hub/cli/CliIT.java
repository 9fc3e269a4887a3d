package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands against a real hub in this process. */
@Timeout(60)
class CliIT {
  @TempDir private Path folder;
  private LiveHub hub;

  @BeforeEach
  void startHub() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
  }

  @AfterEach
  void stopHub() throws IOException {
    hub.close();
  }

  @Test
  void whatIsSentIsReceivedOnceAndStaysInTheHistory() {
    hub.addAgent("researcher");

    Result sent = hub.run("send", "researcher", "have a look", "--json");
    assertThat(sent.exitCode()).isZero();
    String id = sent.json().text("messageId");

    assertThat(hub.run("inbox", "researcher", "--peek", "--json").json().objects("messages"))
        .hasSize(1);
    JsonObject received =
        hub.run("inbox", "researcher", "--json").json().objects("messages").getFirst();
    assertThat(received.text("id")).isEqualTo(id);
    assertThat(received.text("content")).isEqualTo("have a look");
    assertThat(received.text("from")).isEqualTo("developer");
    assertThat(hub.run("inbox", "researcher").out()).isEqualTo("nothing waits for researcher\n");
    assertThat(hub.run("history", "researcher", "--json").json().objects("messages"))
        .extracting(message -> message.text("status"))
        .containsExactly("delivered");
    assertThat(hub.run("status", id).lines()).last().asString().startsWith("researcher");
  }

  @Test
  void theSameIdIsDeliveredOnce() {
    hub.addAgent("a");
    String id = "0198c0de-0000-7000-8000-000000000001";

    hub.run("send", "a", "x", "--id", id);
    Result again = hub.run("send", "a", "x", "--id", id);

    assertThat(again.out()).contains("delivered once");
    assertThat(hub.run("inbox", "a", "--json").json().objects("messages")).hasSize(1);
  }

  @Test
  void theSameIdWithAnotherTextIsAnErrorThatSaysSo() {
    hub.addAgent("a");
    String id = "0198c0de-0000-7000-8000-000000000002";
    hub.run("send", "a", "x", "--id", id);

    Result other = hub.run("send", "a", "y", "--id", id);

    assertThat(other.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(other.err()).contains(id, "has been used for another message");
  }

  @Test
  void aListWithANameThatNobodyHasSaysSoAndExitsWithACodeOfItsOwn() {
    hub.addAgent("ada");
    hub.addAgent("researcher");

    Result sent = hub.run("send", "ada,reseacher", "x");

    assertThat(sent.exitCode()).isEqualTo(Exit.PARTIAL);
    assertThat(sent.out()).contains(" to ada");
    assertThat(sent.err()).contains("there is no agent 'reseacher'; did you mean researcher?");
    assertThat(hub.run("history", "developer", "--outbox").out())
        .contains("1 of 2 pending, 1 dead");
  }

  @Test
  void aLifetimeOfNothingIsAUsageError() {
    hub.addAgent("a");

    Result sent = hub.run("send", "a", "x", "--ttl", "0s");

    assertThat(sent.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(sent.err()).contains("--ttl must be at least 1ms");
  }

  @Test
  void aMessageForNobodyIsReplayedOnceThereIsSomebody() {
    assertThat(hub.run("send", "nobody", "x").exitCode()).isEqualTo(Exit.FAILED);
    assertThat(hub.run("dead-letters", "list").out()).contains("because: ");

    hub.addAgent("nobody");
    Result replayed = hub.run("dead-letters", "replay", "--json");

    assertThat(replayed.json().number("delivered", 0)).isEqualTo(1);
    assertThat(hub.run("inbox", "nobody", "--json").json().objects("messages")).hasSize(1);
    assertThat(hub.run("dead-letters", "list").out()).isEqualTo("no dead letters\n");
  }

  @Test
  void subscriptionsGroupsAndBroadcastsReachWhomTheyShould() {
    hub.addAgent("a");
    hub.addAgent("b");
    assertThat(hub.run("subs", "add", "a", "papers/*/new").out()).contains("papers/*/new");
    assertThat(hub.run("groups", "put", "both", "a", "b").exitCode()).isZero();

    assertThat(recipients("send", "--path", "papers/physics/new", "x")).containsExactly("a");
    assertThat(recipients("send", "group/both", "x")).containsExactlyInAnyOrder("a", "b");
    assertThat(recipients("send", "--broadcast", "x")).contains("a", "b");
    assertThat(recipients("send", "a,b", "x")).containsExactlyInAnyOrder("a", "b");
    hub.run("subs", "remove", "a", "papers/*/new");
    assertThat(hub.run("send", "--path", "papers/physics/new", "x").exitCode())
        .isEqualTo(Exit.FAILED);
  }

  private List<String> recipients(String... line) {
    Result sent = hub.run(line);
    assertThat(sent.exitCode()).as(sent.err()).isZero();
    String[] json = java.util.Arrays.copyOf(line, line.length + 1);
    json[line.length] = "--json";
    return hub.run(json).json().texts("deliveredTo");
  }

  @Test
  void aSessionReceivesWhatItSubscribesTo() {
    hub.addAgent("a");
    assertThat(hub.run("sessions", "add", "a/s1", "--title", "one").exitCode()).isZero();
    hub.run("subs", "add", "a/s1", "news/**");

    hub.run("send", "--path", "news/today", "x");

    assertThat(hub.run("sessions", "list", "a").out()).contains("a/s1").contains("one");
    assertThat(hub.run("inbox", "a/s1", "--json").json().objects("messages")).hasSize(1);
    JsonObject copy = hub.run("inbox", "a", "--json").json().objects("messages").getFirst();
    assertThat(copy.flag("handled")).isTrue();
  }

  @Test
  void aRequestIsAnsweredByAnAgentWithItsOwnToken() {
    String token = hub.addAgent("oracle");
    try (ParleyClient oracle = hub.agent("oracle", token)) {
      oracle.listen(
          Inbox.of("oracle"),
          ListenOptions.MANUAL,
          asked -> oracle.send(Draft.inReplyTo(asked.message().id()).content("42")));

      Result answer = hub.run("request", "oracle", "well?", "--timeout", "10s");

      assertThat(answer.err()).isEmpty();
      assertThat(answer.out()).isEqualTo("42\n");
    }
    Result late = hub.run("request", "oracle", "still there?", "--timeout", "50ms");
    assertThat(late.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(late.err()).contains("no reply");
  }

  @Test
  void listeningTakesWhatIsPendingAndOnlyThat() {
    hub.addAgent("a");
    for (int i = 0; i < 3; i++) {
      hub.run("send", "a", "m" + i);
    }

    Result two = hub.run("listen", "a", "--ack", "manual", "--count", "2", "--json");

    assertThat(two.lines())
        .extracting(line -> JsonObject.parse(line).objectOrEmpty("message").text("content"))
        .containsExactly("m0", "m1");
    Result rest = hub.run("listen", "a", "--ack", "manual", "--count", "1", "--json");
    assertThat(rest.json().objectOrEmpty("message").text("content")).isEqualTo("m2");
  }

  @Test
  void anAgentsTokenIsThatAgentsAlone() {
    String token = hub.addAgent("a");
    hub.addAgent("b");

    assertThat(hub.run("inbox", "--as", "a", "--token", token).exitCode()).isZero();
    Result other = hub.run("inbox", "b", "--as", "a", "--token", token);
    assertThat(other.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(hub.run("stats", "--as", "b", "--token", token).err()).contains("refused the token");

    String renewed = hub.run("agents", "token", "a", "--yes").out().strip();
    assertThat(hub.run("inbox", "--as", "a", "--token", token).exitCode()).isEqualTo(Exit.FAILED);
    assertThat(hub.run("inbox", "--as", "a", "--token", renewed).exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agents list",
        "agents show a",
        "agents update a --name A",
        "sessions list a",
        "subs list a",
        "groups list",
        "presence",
        "stats",
        "stats a",
        "dead-letters list",
        "history a",
        "history a --outbox",
        "inbox a",
        "doctor",
        "dead-letters clear --yes",
        "dead-letters replay",
        "agents remove a --yes"
      })
  void everyCommandPrintsOneJsonDocument(String line) {
    hub.addAgent("a");

    Result result = hub.run((line + " --json").split(" ", -1));

    assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
    assertThat(result.lines()).hasSize(1);
    assertThat(result.json().names()).isNotEmpty();
  }

  @Test
  void theDoctorFindsNothingWrongWithAFreshHub() {
    Result doctor = hub.run("doctor");

    assertThat(doctor.exitCode()).as(doctor.out()).isZero();
    assertThat(doctor.out()).contains("a message got through in").doesNotContain("fail");
    assertThat(hub.run("agents", "list").out()).doesNotContain("doctor-");
  }

  @Test
  void aBackupRestoredIsTheSameHub() throws IOException {
    hub.addAgent("a");
    hub.run("send", "a", "kept");
    Path attached = Files.writeString(folder.resolve("attached.txt"), "attached");
    String blob = hub.run("blobs", "put", attached.toString(), "--json").json().text("sha256");
    Path backup = folder.resolve("backup");
    Path restored = folder.resolve("restored");

    assertThat(hub.run("backup", backup.toString(), "--json").json().number("bytes", 0))
        .isPositive();
    assertThat(hub.run("restore", backup.toString(), "--data", restored.toString()).exitCode())
        .isZero();

    try (var copy = LiveHub.start(restored)) {
      assertThat(copy.run("inbox", "a", "--json").json().objects("messages"))
          .extracting(message -> message.text("content"))
          .containsExactly("kept");
      Path fetched = folder.resolve("fetched.txt");
      assertThat(copy.run("blobs", "get", blob, "-o", fetched.toString()).exitCode()).isZero();
      assertThat(fetched).hasContent("attached");
    }
  }

  @Test
  void aSmallLoadIsMeasuredAndLeavesNothingBehind() {
    Result bench = hub.run("bench", "--messages", "500", "--connections", "2", "--json");

    assertThat(bench.exitCode()).as(bench.err()).isZero();
    assertThat(bench.json().number("deliveredPerSecond", 0)).isPositive();
    assertThat(hub.run("agents", "list").out()).doesNotContain("bench-");
  }

  @Test
  void theDemonstrationShowsAMessageAndItsReply() {
    long before = System.nanoTime();
    Result demo = new CliRun().run("demo");

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
    assertThat(demo.exitCode()).as(demo.err()).isZero();
    assertThat(demo.out())
        .containsSubsequence(
            "developer → planner",
            "planner → researcher (a task)",
            "researcher → planner (its result)",
            "planner → writer (a task)",
            "writer → planner (its result)",
            "planner → developer",
            "In short: what was planned happens",
            "everything is gone again");
    assertThat(demo.out()).contains("ada → ben").contains("ben → ada").contains("delivered");
  }
}
