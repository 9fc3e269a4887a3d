package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class RegistryCommandsTest {
  @TempDir private Path data;
  private ScriptedHub hub;

  @BeforeEach
  void startHub() throws IOException {
    hub = new ScriptedHub(data);
  }

  @AfterEach
  void stopHub() throws IOException {
    hub.close();
  }

  @Test
  void aNewAgentsTokenIsAllThatGoesToStdout() throws Exception {
    hub.answering("agent.create", "{\"agent\":{\"agentId\":\"ada\"},\"token\":\"t0k3n\"}");

    Result added = hub.cli().run("agents", "add", "ada", "--metadata", "{\"team\":1}");

    assertThat(added.out()).isEqualTo("t0k3n\n");
    assertThat(added.err()).contains("not shown again");
    assertThat(hub.next("agent.create").object("metadata"))
        .isEqualTo(JsonObject.parse("{\"team\":1}"));
  }

  @Test
  void agentsAreListedInAlignedColumns() {
    hub.answering(
        "agent.list",
        """
        {"agents":[{"agentId":"a","name":"A","online":true,"subscriptions":[{"pattern":"x"}]},
                   {"agentId":"researcher","name":"R\\t","online":false}],"more":false}\
        """);

    Result list = hub.cli().run("agents", "list");

    assertThat(list.lines())
        .containsExactly(
            "AGENT       NAME  ONLINE  SUBSCRIPTIONS  SINCE",
            "a           A     yes     1              -",
            "researcher  R\\t   no      0              -");
  }

  @Test
  void removingAsksFirstAndTakesNoForAnAnswer() throws Exception {
    Result no = hub.cli().onTerminal().input("n\n").run("agents", "remove", "ada");
    assertThat(no.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(no.err()).contains("Remove agent ada").contains("nothing was done");

    assertThat(hub.cli().onTerminal().input("y\n").run("agents", "remove", "ada").exitCode())
        .isZero();
    hub.next("agent.delete");
    assertThat(hub.cli().run("agents", "remove", "ada", "--yes").exitCode()).isZero();
    hub.next("agent.delete");
  }

  @Test
  void whereNobodyCanBeAskedYesHasToBeSaid() {
    Result refused = hub.cli().run("dead-letters", "clear");

    assertThat(refused.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(refused.err()).contains("--yes");
  }

  @Test
  void subscriptionsOfASessionAreItsOwn() throws Exception {
    String subscriptions = "{\"subscriptions\":[{\"pattern\":\"papers/**\",\"addedAt\":1}]}";
    hub.answering("msg.session.sub.add", subscriptions);
    hub.answering("msg.session.sub.list", subscriptions);

    Result added = hub.cli().run("subs", "add", "ada/s1", "papers/**", "--json");

    JsonObject frame = hub.next("msg.session.sub.add");
    assertThat(frame.text("sessionId")).isEqualTo("s1");
    assertThat(frame.text("pattern")).isEqualTo("papers/**");
    assertThat(added.json().objects("subscriptions").getFirst().text("pattern"))
        .isEqualTo("papers/**");
  }

  @Test
  void aGroupIsPutWithItsMembers() throws Exception {
    hub.answering("group.put", "{\"group\":{\"name\":\"r\",\"members\":[\"a\",\"b\"]}}");

    assertThat(hub.cli().run("groups", "put", "r", "a", "b").lines())
        .containsExactly("GROUP   r", "member  a", "member  b");
    assertThat(hub.next("group.put").texts("members")).containsExactly("a", "b");
  }

  @Test
  void aSessionNeedsItsAgentAndItsName() {
    assertThat(hub.cli().run("sessions", "show", "ada").exitCode()).isEqualTo(Exit.USAGE);
  }

  @Test
  void deadLettersAreReplayedAllOrByName() throws Exception {
    hub.answering("msg.unmatched.replay", "{\"replayed\":3,\"delivered\":2,\"unmatched\":1}");

    assertThat(hub.cli().run("dead-letters", "replay").out())
        .isEqualTo("3 routed again: 2 delivered, 1 still for nobody\n");
    assertThat(hub.next("msg.unmatched.replay").has("ids")).isFalse();
    hub.cli().run("dead-letters", "replay", "m1");
    assertThat(hub.next("msg.unmatched.replay").texts("ids")).containsExactly("m1");
  }

  @Test
  void statisticsAreFlattenedForPeopleAndKeptForPrograms() {
    hub.answering("stats", "{\"hub\":{\"accepted\":7,\"store\":{\"bytes\":9}}}");

    assertThat(hub.cli().run("stats").lines())
        .containsExactly("WHAT         COUNT", "accepted     7", "store.bytes  9");
    assertThat(hub.cli().run("stats", "--json").out())
        .isEqualTo("{\"hub\":{\"accepted\":7,\"store\":{\"bytes\":9}}}\n");
  }

  @Test
  void aGroupOfCommandsAloneShowsThem() {
    Result alone = hub.cli().run("agents");

    assertThat(alone.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(alone.err()).contains("Usage: parley agents").contains("token");
  }
}
