package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Persons on the command line, each with a data directory of its own, against a whole hub. */
@Timeout(120)
class AccountCommandsIT {
  private static final String PASSWORD = "correct horse battery";
  private static final String ANN = "ann@example.org";

  @TempDir private Path folder;
  private LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  /** The command line of somebody on another machine. */
  private CliRun at(String person) {
    return new CliRun().with("PARLEY_DATA", folder.resolve(person).toString());
  }

  private Result as(String person, String... arguments) {
    return at(person).run(arguments);
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

  private String url() {
    return "http://127.0.0.1:" + hub.address().getPort();
  }

  private Result register(String person) {
    String code = ok(hub.run("owners", "invite")).out().strip();
    return at(person)
        .input(PASSWORD + "\n")
        .run(
            "register",
            person + "@example.org",
            "--invitation",
            code,
            "--url",
            url(),
            "--password-stdin");
  }

  private Result logIn(String person, String password) {
    return at(person)
        .input(password)
        .run("login", person + "@example.org", "--url", url(), "--password-stdin");
  }

  private Path file(String person) {
    return folder.resolve(person).resolve("session.json");
  }

  private JsonObject session(String person) throws IOException {
    return JsonObject.parse(Files.readAllBytes(file(person)));
  }

  /** As it is a quarter of an hour later. */
  private void expire(String person) throws IOException {
    Files.writeString(file(person), session(person).with("expiresAt", 1).raw());
  }

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
  void theSessionIsForItsOwnersEyes() throws IOException {
    ok(register("ann"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("ann"))))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("ann"))))
        .isEqualTo("rwx------");
    try (var all = Files.list(folder.resolve("ann"))) {
      assertThat(all.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("session.json", "session.lock");
    }
    assertThat(session("ann").raw()).doesNotContain(PASSWORD);

    Files.setPosixFilePermissions(file("ann"), PosixFilePermissions.fromString("rw-r--r--"));
    refused(as("ann", "whoami"), "is open to others");
  }

  @Test
  void anAccessTokenThatIsOverIsRefreshedFirst() throws IOException {
    ok(register("ann"));
    JsonObject before = session("ann");
    expire("ann");

    ok(as("ann", "send", "developer", "still here"));

    JsonObject after = session("ann");
    assertThat(after.text("refreshToken")).isNotEqualTo(before.text("refreshToken"));
    assertThat(after.text("accessToken")).isNotEqualTo(before.text("accessToken"));
    ok(as("ann", "whoami"));
    assertThat(session("ann")).as("good for a while").isEqualTo(after);
  }

  @Test
  void commandsAtOnceUseARefreshTokenOnce() throws Exception {
    ok(register("ann"));
    expire("ann");
    int count = 4;
    CyclicBarrier together = new CyclicBarrier(count);
    List<Future<Result>> running = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(count)) {
      for (int i = 0; i < count; i++) {
        running.add(
            threads.submit(
                () -> {
                  together.await();
                  return as("ann", "whoami");
                }));
      }
    }
    for (Future<Result> each : running) {
      assertThat(ok(each.get()).lines()).containsExactly(ANN + ", agent ann, at " + url());
    }
    expire("ann");
    ok(as("ann", "whoami"));
  }

  @Test
  void aSessionThatHasEndedSaysWhatToDo() throws IOException {
    ok(register("ann"));
    JsonObject stolen = session("ann");
    expire("ann");
    ok(as("ann", "whoami"));
    Files.writeString(file("ann"), stolen.with("expiresAt", 1).raw());

    String words = "parley: your session has ended; run: parley login " + ANN + "\n";
    assertThat(as("ann", "send", "developer", "x").err()).isEqualTo(words);
    assertThat(as("ann", "whoami").err()).isEqualTo(words);
    Files.writeString(file("ann"), stolen.raw());
    assertThat(as("ann", "whoami").err()).as("ended before its token is over").isEqualTo(words);
    assertThat(as("ann", "send", "developer", "x").err()).isEqualTo(words);
    JsonObject error = JsonObject.parse(as("ann", "whoami", "--json").err());
    assertThat(error.objectOrEmpty("error").text("code")).isEqualTo("unauthorized");

    ok(logIn("ann", PASSWORD));
    ok(as("ann", "send", "developer", "x"));
  }

  @Test
  void loggingOutEndsTheSessionHereAndAtTheHub() throws IOException {
    ok(register("ann"));
    String kept = session("ann").raw();

    assertThat(ok(as("ann", "logout")).lines()).containsExactly("logged out");

    assertThat(file("ann")).doesNotExist();
    refused(as("ann", "logout"), "you are not logged in");
    assertThat(as("ann", "whoami").exitCode()).isEqualTo(Exit.NO_HUB);
    Files.writeString(file("ann"), kept);
    Files.setPosixFilePermissions(file("ann"), PosixFilePermissions.fromString("rw-------"));
    refused(as("ann", "whoami"), "your session has ended");
    ok(as("ann", "logout"));
  }

  @Test
  void loggingOutOfAHubThatIsNotThereForgetsTheSessionAndSaysSo() throws IOException {
    ok(register("ann"));
    hub.close();

    Result out = ok(as("ann", "logout"));

    assertThat(out.err()).contains("the hub was not told");
    assertThat(file("ann")).doesNotExist();
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
}
