package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about loops, by agents with tokens of their own, against a whole hub on disk. */
class LoopCommandsIT {
  @TempDir private Path folder;
  private final Map<String, String> tokens = new HashMap<>();
  private LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
    for (String agent : List.of("ada", "ben", "eve")) {
      tokens.put(agent, hub.addAgent(agent));
    }
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  private Result as(String agent, String... arguments) {
    return hub.cli()
        .with("PARLEY_AS", agent)
        .with("PARLEY_TOKEN", tokens.getOrDefault(agent, ""))
        .run(arguments);
  }

  private static Result ok(Result result) {
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  private static void refused(Result result, String... reasons) {
    assertThat(result.exitCode()).as(result.out()).isEqualTo(Exit.FAILED);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains(reasons);
  }

  private static List<String> agents(Result members) {
    return ok(members).json().objects("members").stream()
        .map(member -> member.text("agent", ""))
        .toList();
  }

  /** Ada's loop with ben in it; the code that let him in. */
  private String acme() {
    assertThat(ok(as("ada", "loops", "create", "Acme")).lines()).containsExactly("acme");
    String code = ok(as("ada", "loops", "invite", "acme")).out().strip();
    assertThat(ok(as("ben", "loops", "join", code)).lines()).containsExactly("joined acme");
    return code;
  }

  @Test
  void aLoopIsMadeJoinedTalkedInLeftAndDeleted() {
    acme();

    String id = ok(as("ben", "loops", "say", "acme", "general", "hello", "all")).out().strip();
    assertThat(ok(as("ada", "loops", "history", "acme", "#general")).out())
        .contains("ben → loop/acme/#general", id, "  hello all");
    assertThat(ok(as("ada", "inbox")).out()).contains("hello all");
    assertThat(ok(as("ben", "loops", "list")).out()).contains("acme", "Acme", "member");
    assertThat(agents(as("ben", "loops", "members", "acme", "--json")))
        .containsExactly("ada", "ben");

    assertThat(ok(as("ben", "loops", "leave", "acme")).lines()).containsExactly("left acme");
    assertThat(agents(as("ada", "loops", "members", "acme", "general", "--json")))
        .containsExactly("ada");
    refused(as("ada", "loops", "leave", "acme"), "last owner", "delete the loop");
    assertThat(as("ada", "loops", "delete", "acme").exitCode()).isEqualTo(Exit.USAGE);
    JsonObject deleted = ok(as("ada", "loops", "delete", "acme", "--yes", "--json")).json();
    assertThat(deleted.flag("deleted")).isTrue();
    assertThat(ok(as("ada", "loops", "list")).out()).startsWith("no loops yet");
  }

  @Test
  void aStrangerIsRefusedAndToldHowToGetIn() {
    acme();
    ok(as("ada", "loops", "say", "acme", "general", "among us"));

    for (String[] command :
        new String[][] {
          {"show", "acme"},
          {"members", "acme"},
          {"channels", "acme"},
          {"history", "acme", "general"},
          {"say", "acme", "general", "let me in"},
          {"invite", "acme"},
          {"leave", "acme"},
          {"delete", "acme", "--yes"}
        }) {
      String[] line = new String[command.length + 1];
      line[0] = "loops";
      System.arraycopy(command, 0, line, 1, command.length);
      refused(as("eve", line), "there is no loop 'acme'", "parley loops join CODE");
    }
    refused(as("eve", "loops", "join", "LOOP-0000-0000"), "no invitation with this code");
    assertThat(ok(as("eve", "loops", "list", "--json")).json().objects("loops")).isEmpty();
    assertThat(ok(as("ada", "loops", "list", "--json")).json().objects("loops")).hasSize(1);
  }

  @Test
  void historyIsPagedBackFromTheNewest() {
    acme();
    for (String word : List.of("one", "two")) {
      ok(as("ada", "loops", "say", "acme", "general", word));
    }
    ok(
        hub.cli()
            .with("PARLEY_AS", "ben")
            .input("three\n")
            .run("loops", "say", "acme", "general", "-"));

    Result newest = ok(as("ben", "loops", "history", "acme", "general", "--limit", "2"));
    assertThat(newest.out()).contains("two", "ben → ", "three").doesNotContain("one");
    assertThat(newest.err().strip()).isEqualTo("there are older ones: --cursor 2");
    JsonObject oldest =
        ok(as("ben", "loops", "history", "acme", "general", "--cursor", "2", "--json")).json();
    assertThat(oldest.objects("messages"))
        .singleElement()
        .satisfies(
            each -> assertThat(each.objectOrEmpty("message").text("content")).isEqualTo("one"));
    assertThat(oldest.text("next")).isNull();
    refused(as("ben", "loops", "history", "acme", "general", "--limit", "0"), "'limit'");
    assertThat(as("ben", "loops", "say", "acme", "general", " ").exitCode()).isEqualTo(Exit.USAGE);
  }

  @Test
  void aPrivateChannelIsForThoseWhoAreLetIn() {
    acme();

    refused(as("ben", "loops", "channels", "acme", "--add", "plans"), "only owners and admins");
    assertThat(ok(as("ada", "loops", "channels", "acme", "--add", "Plans", "--private")).lines())
        .containsExactly("plans");
    refused(as("ben", "loops", "say", "acme", "plans", "x"), "there is no channel 'plans'");
    assertThat(ok(as("ben", "loops", "channels", "acme")).out()).doesNotContain("plans");
    ok(as("ada", "loops", "members", "acme", "plans", "--add", "ben"));
    ok(as("ben", "loops", "say", "acme", "plans", "x"));
    assertThat(ok(as("ben", "loops", "channels", "acme")).out()).contains("loop/acme/#plans");
    ok(as("ada", "loops", "members", "acme", "plans", "--remove", "ben"));
    assertThat(agents(as("ada", "loops", "members", "acme", "plans", "--json")))
        .containsExactly("ada");
    ok(as("ada", "loops", "channels", "acme", "--delete", "plans", "--yes"));
    assertThat(ok(as("ada", "loops", "channels", "acme", "--json")).json().objects("channels"))
        .singleElement()
        .satisfies(channel -> assertThat(channel.text("name")).isEqualTo("general"));

    assertThat(as("ada", "loops", "channels", "acme", "--private").exitCode())
        .isEqualTo(Exit.USAGE);
    assertThat(as("ada", "loops", "members", "acme", "--add", "ben").exitCode())
        .isEqualTo(Exit.USAGE);
  }

  @Test
  void rolesAreGivenMembersRemovedAndCodesDeleted() {
    String code = acme();

    assertThat(ok(as("ada", "loops", "role", "acme", "ben", "admin")).lines())
        .containsExactly("ben is admin of acme");
    assertThat(ok(as("ben", "loops", "show", "acme")).out()).contains(code, "admin", "general");
    refused(as("ada", "loops", "role", "acme", "ben", "king"), "'role'", "'king'");
    refused(as("ada", "loops", "role", "acme", "eve", "member"), "others invite them with a code");
    ok(as("ben", "loops", "uninvite", "acme", code));
    refused(as("eve", "loops", "join", code), "no invitation with this code");
    assertThat(as("ada", "loops", "remove", "acme", "..").exitCode()).isEqualTo(Exit.USAGE);
    ok(as("ada", "loops", "remove", "acme", "ben"));
    refused(as("ben", "loops", "show", "acme"), "there is no loop 'acme'");
    assertThat(agents(as("ada", "loops", "members", "acme", "--json"))).containsExactly("ada");
  }

  @Test
  void theOwnerOfTheHubActsForAnAgentAndSeesEveryLoop() {
    assertThat(ok(hub.run("loops", "create", "Acme", "--as", "ada")).lines())
        .containsExactly("acme");
    ok(hub.run("loops", "role", "acme", "eve", "member"));
    assertThat(agents(as("eve", "loops", "members", "acme", "--json")))
        .containsExactly("ada", "eve");

    assertThat(ok(hub.run("loops", "list")).err()).isEmpty();
    Result asBen = ok(hub.run("loops", "list", "--as", "ben"));
    assertThat(asBen.out()).contains("acme");
    assertThat(asBen.err()).contains("as the hub's owner sees it", "ben");
  }
}
