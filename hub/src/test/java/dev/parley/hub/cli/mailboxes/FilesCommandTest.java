package dev.parley.hub.cli.mailboxes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun;
import dev.parley.hub.cli.CliRun.Result;
import dev.parley.hub.cli.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesCommandTest {
  @TempDir private Path folder;

  private Result run(String... arguments) {
    return new CliRun().with("PARLEY_DATA", folder.resolve("data").toString()).run(arguments);
  }

  @Test
  void initMakesMailboxes() {
    Result made = run("files", "init", "engineer", "commander", "--files", folder + "/bots");

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.lines()).containsExactly(folder + "/bots/engineer", folder + "/bots/commander");
    assertThat(folder.resolve("bots/engineer/inbox")).isDirectory();
    assertThat(folder.resolve("bots/commander/outbox/sent")).isDirectory();
  }

  @Test
  void theFolderMayComeFromTheSettings() throws IOException {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/parley.yaml"), "files:\n  directory: mailboxes\n");

    run("files", "init", "engineer");

    assertThat(folder.resolve("data/mailboxes/engineer/inbox")).isDirectory();
  }

  @Test
  void withoutAFolderNothingIsGuessed() {
    assertThat(run("files", "init", "engineer").exitCode()).isEqualTo(Exit.USAGE);
  }

  @Test
  void aNameThatIsNoneIsRefusedBeforeAnythingIsMade() {
    Result refused = run("files", "init", "good", "../evil", "--files", folder + "/bots");

    assertThat(refused.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(run("files", "init", "..", "--files", folder + "/bots").err())
        .contains("cannot have a mailbox");
    assertThat(folder.resolve("bots")).doesNotExist();
  }

  @Test
  void statusCountsWhatLiesThere() throws IOException {
    run("files", "init", "engineer", "--files", folder + "/bots");
    Files.writeString(folder.resolve("bots/engineer/outbox/a.json"), "{}");
    Files.writeString(folder.resolve("bots/engineer/inbox/b.json"), "{}");
    Files.writeString(folder.resolve("bots/engineer/inbox/c.json"), "{}");

    JsonObject status = run("files", "status", "--json", "--files", folder + "/bots").json();

    assertThat(status.text("bot")).isEqualTo("engineer");
    assertThat(status.number("toBeTaken", 0)).isEqualTo(1);
    assertThat(status.number("toBeRead", 0)).isEqualTo(2);
    assertThat(status.number("rejected", -1)).isZero();
  }
}
