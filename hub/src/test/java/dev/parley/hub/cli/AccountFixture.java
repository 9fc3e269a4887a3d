package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A whole hub, and persons on other machines: each has a data directory of its own. */
abstract class AccountFixture {
  protected static final String PASSWORD = "correct horse battery";
  protected static final String ANN = "ann@example.org";

  @TempDir protected Path folder;
  protected LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  /** The command line of somebody on another machine. */
  protected CliRun at(String person) {
    return new CliRun().with("PARLEY_DATA", folder.resolve(person).toString());
  }

  protected Result as(String person, String... arguments) {
    return at(person).run(arguments);
  }

  protected static Result ok(Result result) {
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  protected static void refused(Result result, String... reasons) {
    assertThat(result.exitCode()).as(result.out()).isEqualTo(Exit.FAILED);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains(reasons);
  }

  protected String url() {
    return "http://127.0.0.1:" + hub.address().getPort();
  }

  protected Result register(String person) {
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

  protected Result logIn(String person, String password) {
    return at(person)
        .input(password)
        .run("login", person + "@example.org", "--url", url(), "--password-stdin");
  }

  protected Path file(String person) {
    return folder.resolve(person).resolve("session.json");
  }

  protected JsonObject session(String person) throws IOException {
    return JsonObject.parse(Files.readAllBytes(file(person)));
  }

  /** As it is a quarter of an hour later. */
  protected void expire(String person) throws IOException {
    Files.writeString(file(person), session(person).with("expiresAt", 1).raw());
  }
}
