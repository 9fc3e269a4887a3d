package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.BoxId;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mailboxes at work: threads, the watcher and the sweeps. */
class FileMailboxesTest {
  @TempDir private Path directory;
  private FilesWorld world;
  private @Nullable FileMailboxes mailboxes;

  @BeforeEach
  void start() {
    world = new FilesWorld(directory);
  }

  @AfterEach
  void stop() {
    if (mailboxes != null) {
      mailboxes.close();
    }
    world.close();
  }

  private FileMailboxes open(FilesConfig config) {
    mailboxes = FileMailboxes.start(config, world.broker, world.audit(), System::currentTimeMillis);
    return mailboxes;
  }

  private FilesConfig config() {
    return FilesConfig.in(world.root);
  }

  /** The way bots are told to write: under another name first, then renamed. */
  private void say(String bot, String name, String json) throws Exception {
    Path unfinished = world.drop(world.outbox(bot), name + ".tmp", json);
    Files.move(unfinished, world.outbox(bot).resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  private void awaitFiles(String bot, int count) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> FilesWorld.files(world.inbox(bot)).size() == count);
  }

  @Test
  void aDirectoryIsAMailboxAndItsBotAnAgent() throws Exception {
    Files.createDirectories(world.root.resolve("engineer"));

    open(config());

    assertThat(world.broker.participants().agent(new AgentId("engineer"))).isPresent();
    for (String made : new String[] {"inbox", "outbox", "rejected", ".parley"}) {
      Path folder = world.root.resolve("engineer").resolve(made);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .as(made)
          .isEqualTo("rwx------");
    }
  }

  @Test
  void lettersThatWaitAtTheFirstStartReachEverybodyTheyAreFor() throws Exception {
    List<String> bots = IntStream.range(0, 20).mapToObj("bot%02d"::formatted).toList();
    for (String bot : bots) {
      Files.createDirectories(world.outbox(bot));
      for (String other : bots) {
        world.drop(
            world.outbox(bot), other + ".json", "{'to':'" + other + "','content':'" + bot + "'}");
      }
    }

    open(config());

    for (String bot : bots) {
      awaitFiles(bot, bots.size());
    }
    assertThat(world.box(BoxId.DEAD_LETTERS)).isEmpty();
  }

  @Test
  void severalBotsTalkInBothDirections() throws Exception {
    world.bots("engineer", "commander", "scout");
    open(config());

    say("commander", "1.json", "{'to':['engineer','scout'],'content':'report'}");
    awaitFiles("engineer", 1);
    awaitFiles("scout", 1);
    say("engineer", "1.json", "{'to':'commander','content':'all quiet'}");
    say("scout", "1.json", "{'to':'commander','content':'all clear'}");
    awaitFiles("commander", 2);

    assertThat(world.contents("commander")).containsExactlyInAnyOrder("all quiet", "all clear");
  }

  @Test
  void theWatcherIsNotNeeded() throws Exception {
    world.bots("engineer", "commander");
    open(config().withSweepEvery(Duration.ofMillis(20)));
    // Moved in as a whole, so what the watcher watches is no longer what is there.
    Path outbox = world.outbox("commander");
    Path other = Files.createDirectory(world.root.resolve("commander/new"));
    Files.createDirectory(other.resolve(Layout.SENT));
    world.drop(other, "1.json", "{'to':'engineer','content':'unwatched'}");
    Files.move(outbox, world.root.resolve("commander/old"));
    Files.move(other, outbox);

    awaitFiles("engineer", 1);
  }

  @Test
  void theWatcherIsEnough() throws Exception {
    world.bots("engineer", "commander");
    open(config().withSweepEvery(Duration.ofHours(1)));

    for (int i = 1; i <= 3; i++) {
      say("commander", i + ".json", "{'to':'engineer','content':'" + i + "'}");
      awaitFiles("engineer", i);
    }
  }

  @Test
  void aNewDirectoryIsFoundAndOneTakenAwayIsClosed() throws Exception {
    open(config());
    assertThat(mailboxes().status()).isEmpty();

    Files.createDirectory(world.root.resolve("late"));
    await().until(() -> mailboxes().status().size() == 1);

    try (Stream<Path> all = Files.walk(world.root.resolve("late"))) {
      for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
    await().until(() -> mailboxes().status().isEmpty());
  }

  private FileMailboxes mailboxes() {
    return java.util.Objects.requireNonNull(mailboxes);
  }

  @Test
  void anAgentThatWasDeletedIsNotBroughtBackByItsDirectory() throws Exception {
    world.bots("engineer");
    world.broker.participants().deleteAgent(new AgentId("engineer")).get();

    open(config());

    assertThat(world.broker.participants().agent(new AgentId("engineer"))).isEmpty();
    await().until(() -> mailboxes().status().getFirst().trouble() != null);
    assertThat(mailboxes().status().getFirst().trouble()).contains("there is no agent 'engineer'");
  }

  @Test
  void whatWasSentWhileTheHubWasDownIsThereAfterwards() throws Exception {
    world.bots("engineer", "commander");
    say("commander", "1.json", "{'to':'engineer','content':'waiting'}");
    world.send("commander", "engineer", "pending");

    open(config());

    awaitFiles("engineer", 2);
  }

  @Test
  void tenThousandFilesAtOnceAreTakenOnceEach() throws Exception {
    world.bots("engineer", "commander");
    for (int i = 0; i < 10_000; i++) {
      world.drop(world.outbox("commander"), i + ".json", "{'to':'engineer','content':'" + i + "'}");
    }

    open(config());
    await()
        .atMost(Duration.ofSeconds(120))
        .until(() -> FilesWorld.files(world.outbox("commander")).isEmpty());

    assertThat(world.contents("engineer")).hasSize(10_000).doesNotHaveDuplicates();
  }

  @Test
  void aBrokenMailboxKeepsNobodyElseFromWorking() throws Exception {
    world.bots("engineer", "commander");
    Files.createDirectories(world.root.resolve("broken"));
    Files.writeString(world.root.resolve("broken/outbox"), "a file");

    open(config());
    say("commander", "1.json", "{'to':'engineer','content':'x'}");

    awaitFiles("engineer", 1);
    assertThat(mailboxes().status()).hasSize(2);
  }

  @Test
  void aDirectoryOthersMayWriteToIsRefused() throws Exception {
    Files.createDirectories(world.root);
    Files.setPosixFilePermissions(world.root, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> open(config()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("others may write there");
  }

  @Test
  void linksFilesAndOddNamesInTheDirectoryAreNoMailboxes() throws Exception {
    Files.createDirectories(world.root);
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createSymbolicLink(world.root.resolve("link"), elsewhere);
    Files.writeString(world.root.resolve("file"), "");
    Files.createDirectory(world.root.resolve("with space"));
    Files.createDirectory(world.root.resolve(".hidden"));

    open(config());

    assertThat(mailboxes().status()).isEmpty();
    assertThat(elsewhere).isEmptyDirectory();
  }
}
