package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Making accounts, coming in with a password, and acting as oneself. */
@Timeout(120)
class AccountCommandsIT extends AccountFixture {
  @Test
  void somebodyInvitedRegistersAndActsAsThemselves() {
    Result registered = ok(register("ann"));
    assertThat(registered.lines())
        .containsExactly("logged in as " + ANN + ", agent ann, at " + url());
    assertThat(ok(as("ann", "whoami")).lines()).containsExactly(ANN + ", agent ann, at " + url());
    assertThat(ok(hub.run("whoami")).lines()).containsExactly("the hub's owner, at " + url());

    String token = ok(as("ann", "agents", "add", "ann-bot")).out().strip();
    ok(as("ann", "send", "ann-bot", "do this"));
    JsonObject received =
        ok(as("ann", "inbox", "--as", "ann-bot", "--json")).json().objects("messages").getFirst();
    assertThat(received.text("from")).isEqualTo("ann");
    ok(as("bot", "send", "ann", "done", "--url", url(), "--as", "ann-bot", "--token", token));
    assertThat(ok(as("ann", "inbox")).out()).contains("ann-bot", "done");

    hub.addAgent("others");
    assertThat(ok(as("ann", "agents", "list")).out()).contains("ann-bot").doesNotContain("others");
    refused(as("ann", "inbox", "--as", "others"), "'others' is no agent of " + ANN);
    refused(as("ann", "owners", "invite"), "owner");
  }

  @Test
  void anInvitationIsGoodOnceAndNeededAtAll() {
    String code = ok(hub.run("owners", "invite", "--json")).json().text("code", "");
    String[] asked = {"register", ANN, "--url", url(), "--password-stdin", "--invitation", code};
    refused(at("ann").input("short\n").run(asked), "password");
    ok(at("ann").input(PASSWORD).run(asked));

    asked[1] = "eve@example.org";
    refused(at("eve").input(PASSWORD).run(asked), "this invitation is not good");
    refused(
        at("eve").input(PASSWORD).run("register", asked[1], "--url", url(), "--password-stdin"),
        "an account needs an invitation");
    assertThat(file("eve")).doesNotExist();
  }

  @Test
  void aPasswordIsAskedForOnATerminalAndNeverAnArgument() {
    ok(register("ann"));
    ok(as("ann", "logout"));

    Result typed = at("ann").onTerminal().input(PASSWORD + "\n").run("login", ANN, "--url", url());
    assertThat(ok(typed).err()).isEqualTo("Password: ");
    assertThat(as("eve", "login", ANN, "--url", url()).err()).contains("--password-stdin");
    assertThat(as("eve", "login", ANN, PASSWORD, "--url", url()).exitCode()).isEqualTo(Exit.USAGE);

    String code = ok(hub.run("owners", "invite")).out().strip();
    Result different =
        at("ben")
            .onTerminal()
            .input(PASSWORD + "\nanother horse battery\n")
            .run("register", "ben@example.org", "--invitation", code, "--url", url());
    assertThat(different.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(different.err()).contains("two different passwords");
    ok(
        at("ben")
            .onTerminal()
            .input(PASSWORD + "\n" + PASSWORD + "\n")
            .run("register", "ben@example.org", "--invitation", code, "--url", url()));
  }

  @Test
  void aWrongPasswordOpensNothingAndLeavesTheSessionThereIs() throws IOException {
    ok(register("ann"));
    JsonObject before = session("ann");

    refused(logIn("ann", "wrong horse battery"), "the email or the password is wrong");

    assertThat(session("ann")).isEqualTo(before);
    ok(as("ann", "whoami"));
    ok(logIn("ann", PASSWORD));
    assertThat(session("ann")).isNotEqualTo(before);
  }

  @Test
  void whatIsGivenGoesBeforeTheSessionAndItIsShownToItsOwnHubOnly() throws IOException {
    ok(register("ann"));
    String ada = hub.addAgent("ada");

    assertThat(ok(at("ann").with("PARLEY_TOKEN", ada).run("whoami", "--url", url())).lines())
        .containsExactly("agent ada, at " + url());
    assertThat(ok(as("ann", "whoami", "--url", url())).out()).startsWith(ANN);
    refused(
        as("ann", "whoami", "--url", "http://127.0.0.2:1"), "there is no token", "parley login");

    Result owner = hub.cli().input(PASSWORD).run("login", ANN, "--password-stdin");
    assertThat(ok(owner).err()).contains("commands here show another token");
    assertThat(ok(hub.run("whoami")).out()).startsWith("the hub's owner");
    assertThat(ok(hub.run("whoami", "--url", url())).out()).startsWith("the hub's owner");
  }

  @Test
  void anotherAccountWaitsForTheLogout() {
    ok(register("ann"));

    Result other = at("ann").input(PASSWORD).run("login", "ben@example.org", "--password-stdin");

    assertThat(other.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(other.err()).contains("you are logged in as " + ANN, "parley logout");
    ok(as("ann", "whoami"));
  }

  @Test
  void accountsAreListedAndRemovedWithTheirAgents() {
    assertThat(ok(hub.run("owners", "list")).out()).contains("no accounts yet");
    ok(register("ann"));
    ok(register("ben"));
    ok(as("ann", "agents", "add", "ann-bot"));
    assertThat(ok(hub.run("owners", "list")).lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith(ANN + "  ") && line.contains("  ann  "));

    assertThat(hub.run("owners", "remove", ANN).exitCode()).isEqualTo(Exit.USAGE);
    Result no = hub.cli().onTerminal().input("n\n").run("owners", "remove", ANN);
    assertThat(no.err()).contains(ANN, "its agent ann and every agent it has made", "nothing was");
    refused(hub.run("owners", "remove", "eve@example.org", "--yes"), "there is no account");
    assertThat(ok(hub.run("owners", "list", "--json")).json().objects("owners")).hasSize(2);

    assertThat(ok(hub.run("owners", "remove", "Ann@Example.org", "--yes")).lines())
        .containsExactly("removed " + ANN + " with its agents");
    JsonObject left = ok(hub.run("owners", "list", "--json")).json().objects("owners").getFirst();
    assertThat(left.text("email")).isEqualTo("ben@example.org");
    assertThat(ok(hub.run("agents", "list")).out()).doesNotContain("ann");
    refused(as("ann", "whoami"), "your session has ended");
    ok(hub.run("owners", "remove", left.text("id", ""), "--yes"));
    assertThat(ok(hub.run("owners", "list", "--json")).json().objects("owners")).isEmpty();
  }

  @Test
  void anotherPasswordEndsWhatTheOldOneOpenedButNotHere() {
    ok(register("ann"));
    String changed = "another horse battery";
    refused(
        at("ann")
            .input("wrong horse battery\n" + changed + "\n")
            .run("password", "--password-stdin"),
        "the present password is wrong");

    ok(at("ann").input(PASSWORD + "\n" + changed + "\n").run("password", "--password-stdin"));

    assertThat(ok(as("ann", "whoami")).out()).contains(ANN);
    refused(
        at("two").input(PASSWORD).run("login", ANN, "--url", url(), "--password-stdin"),
        "the email or the password is wrong");
    ok(at("two").input(changed).run("login", ANN, "--url", url(), "--password-stdin"));
    assertThat(at("ann").input("one line\n").run("password", "--password-stdin").exitCode())
        .isEqualTo(Exit.USAGE);
    refused(as("nobody", "password"), "you are not logged in");
  }
}
