package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file is the word of the bot in whose area it lies, whatever it says. */
class ForgedSenderTest {
  private static final String ORDER =
      "{'id':'a1b2c3d4-0000-4000-8000-00000000abcd','from':'commander','to':'engineer','content':'go'}";

  @TempDir private Path directory;
  private FilesWorld world;

  @BeforeEach
  void start() throws Exception {
    world = new FilesWorld(directory).bots("commander", "engineer");
  }

  @AfterEach
  void stop() {
    world.close();
  }

  @Test
  void anOutboxSpeaksOnlyForItsOwnBot() throws Exception {
    world.drop(world.outbox("engineer"), "m.json", ORDER);

    world.collector("engineer").pass();

    assertThat(world.contents("engineer")).isEmpty();
    assertThat(FilesWorld.files(world.rejected("engineer")))
        .containsExactly("m.json", "m.json.reason.txt");
    assertThat(world.reason("engineer", "m.json")).contains("'engineer' speaks only for itself");
  }

  @Test
  void aFileInAnInboxIsItsSendersWhenOneUserOwnsBothMailboxesAlone() throws Exception {
    world.drop(world.inbox("engineer"), "m.json", ORDER);

    world.collector("engineer").pass();

    assertThat(world.received("engineer"))
        .singleElement()
        .satisfies(message -> assertThat(message.draft().from()).isEqualTo("commander"));
    assertThat(FilesWorld.files(world.inbox("engineer"))).isEmpty();
    assertThat(world.sent("commander")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"engineer", "engineer/inbox", "commander", "commander/outbox"})
  void itIsNotWhenOthersMayWriteWhereItLiesOrWhereItsSenderSpeaks(String folder) throws Exception {
    Files.setPosixFilePermissions(
        world.root.resolve(folder), PosixFilePermissions.fromString("rwxrwx---"));

    assertDoubted();
  }

  @Test
  void norWhenOthersMayChangeTheFile() throws Exception {
    Path inbox = world.inbox("engineer");
    Files.setPosixFilePermissions(inbox, PosixFilePermissions.fromString("rwx--x--x"));
    Path file = world.drop(inbox, "m.json", ORDER);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

    assertDoubtedAsItLies();
  }

  @Test
  void norWhenItIsAnotherUsersFile() throws Exception {
    Path file = world.drop(world.inbox("engineer"), "m.json", ORDER);
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "only root may give files to others");
    Files.setOwner(
        file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("daemon"));

    assertDoubtedAsItLies();
  }

  @Test
  void whatTheHubHasDeliveredIsNeverTakenForDropped() throws Exception {
    world.send("commander", "engineer", "once");
    world.deliverer("engineer").pass();

    // A new process has only the files to tell by.
    world.crash();
    world.collector("engineer").pass();

    assertThat(world.contents("engineer")).containsExactly("once");
    assertThat(FilesWorld.files(world.inbox("engineer"))).hasSize(1);
    assertThat(world.sent("commander")).isEmpty();
  }

  private void assertDoubted() throws Exception {
    world.drop(world.inbox("engineer"), "m.json", ORDER);
    assertDoubtedAsItLies();
  }

  private void assertDoubtedAsItLies() throws Exception {
    Collector collector = world.collector("engineer");
    collector.pass();
    world.clock += 5_000;
    collector.pass();

    assertThat(world.received("engineer")).isEmpty();
    assertThat(world.reason("engineer", "m.json")).contains("nothing shows that it is");
  }

  /** The owner has said that a bot speaks only in its own area. */
  private void onlyOwnFiles() throws Exception {
    world.close();
    world =
        new FilesWorld(
                FilesConfig.in(directory.resolve("own")).withDrops(FilesConfig.Drops.DOUBTED))
            .bots("commander", "engineer");
  }

  @Test
  void whereOnlyOwnFilesCountAFileInAnInboxIsNotBelievedToBeFromAnother() throws Exception {
    onlyOwnFiles();
    world.drop(world.inbox("engineer"), "m.json", ORDER);
    Collector collector = world.collector("engineer");

    collector.pass();
    assertThat(FilesWorld.files(world.inbox("engineer"))).containsExactly("m.json");
    world.clock += 5_000;
    collector.pass();

    assertThat(world.received("engineer")).isEmpty();
    assertThat(world.reason("engineer", "m.json")).contains("nothing shows that it is");
  }

  @Test
  void unlessItsSenderHasSaidTheSame() throws Exception {
    onlyOwnFiles();
    world.drop(world.inbox("engineer"), "m.json", ORDER);
    Collector collector = world.collector("engineer");
    collector.pass();

    world.drop(world.outbox("commander"), "m.json", ORDER);
    world.collector("commander").pass();
    collector.pass();

    assertThat(world.contents("engineer")).containsExactly("go");
    assertThat(FilesWorld.files(world.inbox("engineer"))).isEmpty();
    assertThat(FilesWorld.files(world.rejected("engineer"))).isEmpty();
  }

  @Test
  void whereInboxesAreSharedItIsRoutedAsItsSendersAndKeptInTheSendersAudit() throws Exception {
    world.close();
    world =
        new FilesWorld(
                FilesConfig.in(directory.resolve("shared")).withDrops(FilesConfig.Drops.BELIEVED))
            .bots("commander", "engineer");
    world.drop(world.inbox("engineer"), "m.json", ORDER);

    world.collector("engineer").pass();

    assertThat(world.received("engineer"))
        .singleElement()
        .satisfies(message -> assertThat(message.draft().from()).isEqualTo("commander"));
    assertThat(world.sent("commander")).hasSize(1);
    assertThat(world.sent("engineer")).isEmpty();
  }

  @Test
  void evenThereNobodySpeaksForAnAgentThatHasNoMailbox() throws Exception {
    world.close();
    world =
        new FilesWorld(
                FilesConfig.in(directory.resolve("shared")).withDrops(FilesConfig.Drops.BELIEVED))
            .bots("engineer");
    world
        .broker
        .participants()
        .createAgent(new dev.parley.core.address.AgentId("commander"), null, null, null, null)
        .join();
    world.drop(world.inbox("engineer"), "m.json", ORDER);
    Collector collector = world.collector("engineer");

    collector.pass();
    world.clock += 5_000;
    collector.pass();

    assertThat(world.received("engineer")).isEmpty();
  }

  @Test
  void aNameThatLeavesTheDirectoryIsNobodys() throws Exception {
    world.close();
    world =
        new FilesWorld(
                FilesConfig.in(directory.resolve("shared")).withDrops(FilesConfig.Drops.BELIEVED))
            .bots("engineer");
    world.drop(
        world.inbox("engineer"), "m.json", "{'from':'..','to':'engineer','content':'up and away'}");
    Collector collector = world.collector("engineer");

    collector.pass();
    world.clock += 5_000;
    collector.pass();

    assertThat(world.received("engineer")).isEmpty();
    assertThat(FilesWorld.files(world.rejected("engineer"))).contains("m.json");
  }
}
