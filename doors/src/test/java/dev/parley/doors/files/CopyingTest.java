package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A bot's outbox holds everything it has said, by whatever door. */
class CopyingTest {
  private static final String ID = "a1b2c3d4-0000-4000-8000-00000000abcd";

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

  private void copy(String bot) throws Exception {
    Copier copier = world.copier(bot, KillPoint.NONE);
    while (copier.pass()) {
      // a batch at a time
    }
  }

  private static JsonNode json(Path file) throws Exception {
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  @Test
  void whatWasSaidThroughAnotherDoorIsCopiedWithTheWholeEnvelope() throws Exception {
    world.send("commander", "engineer", "over the wire");

    copy("commander");

    Message said = world.received("engineer").getFirst();
    Path file = world.sent("commander").getFirst();
    JsonNode copy = json(file);
    assertThat(copy.get("id").asString()).isEqualTo(said.id().toString());
    assertThat(copy.get("from").asString()).isEqualTo("commander");
    assertThat(copy.get("to").asString()).isEqualTo("engineer");
    assertThat(copy.get("content").asString()).isEqualTo("over the wire");
    assertThat(copy.get("envelope")).isEqualTo(JsonMapper.shared().readTree(said.toJson()));
    assertThat(file.getParent().getFileName()).hasToString(day(said));
    assertThat(world.sent("engineer")).isEmpty();
  }

  private static String day(Message said) {
    return Instant.ofEpochMilli(said.timestamp()).toString().substring(0, 10);
  }

  @Test
  void namesAreTheTimeAndEightDigitsOfTheId() throws Exception {
    world.drop(
        world.outbox("commander"),
        "m.json",
        "{'id':'%s','to':'engineer','content':'x'}".formatted(ID));
    world.collector("commander").pass();
    for (int i = 0; i < 200; i++) {
      world.send("commander", "engineer", "m" + i);
    }

    copy("commander");
    world.deliverer("engineer").pass();

    assertThat(world.sent("commander"))
        .hasSize(201)
        .allSatisfy(
            file ->
                assertThat(file.getFileName().toString())
                    .matches(
                        "\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z-[0-9a-f]{8}\\.json"))
        .anySatisfy(file -> assertThat(file.toString()).endsWith("Z-a1b2c3d4.json"));
    assertThat(FilesWorld.files(world.inbox("engineer")))
        .anySatisfy(name -> assertThat(name).endsWith("Z-a1b2c3d4.json"));
  }

  @Test
  void whatWasTakenFromAFileIsThereOnce() throws Exception {
    world.drop(world.outbox("commander"), "a.json", "{'to':'engineer','content':'a'}");
    world.drop(world.outbox("commander"), "b.json", "{'id':'b','to':'engineer','content':'b'}");
    world.collector("commander").pass();

    copy("commander");

    assertThat(world.sent("commander")).hasSize(2);
  }

  @Test
  void filesWithOlderNamesAreRecognised() throws Exception {
    world.drop(
        world.outbox("commander"),
        "m.json",
        "{'id':'%s','to':'engineer','content':'x'}".formatted(ID));
    world.collector("commander").pass();
    Path kept = world.sent("commander").getFirst();
    Path older = kept.resolveSibling(kept.getFileName().toString().replace("a1b2c3d4", "0000abcd"));
    Files.move(kept, older);

    copy("commander");

    assertThat(world.sent("commander")).containsExactly(older);
  }

  @Test
  void aCopyIsNeverTakenForALetterWhereverTheHubDied() throws Exception {
    world.send("commander", "engineer", "once");
    Copier dying =
        world.copier(
            "commander",
            step -> {
              throw new IllegalStateException(step.name());
            });

    assertThatThrownBy(dying::pass).hasMessage("COPIED");
    world.crash();
    world.collector("commander").pass();
    copy("commander");
    copy("commander");

    assertThat(world.contents("engineer")).containsExactly("once");
    assertThat(world.sent("commander")).hasSize(1);
    assertThat(FilesWorld.files(world.outbox("commander"))).isEmpty();
  }

  @Test
  void whatIsLeftOfACopyThatWasNotFinishedDoesNotMatter() throws Exception {
    world.send("commander", "engineer", "whole");
    copy("commander");
    Path whole = world.sent("commander").getFirst();
    String name = whole.getFileName().toString();
    Files.delete(whole);
    Files.writeString(whole.resolveSibling("." + name + ".tmp"), "{\"half");
    Files.delete(world.root.resolve("commander/.parley/copied"));

    copy("commander");

    assertThat(json(world.sent("commander").getFirst()).get("content").asString())
        .isEqualTo("whole");
    assertThat(world.sent("commander")).hasSize(1);
  }

  @Test
  void messagesOfOneMomentWithTheSameEightDigitsAreBothCopied() throws Exception {
    for (int i = 0; i < 20; i++) {
      String id = "00000000-0000-4000-8000-%012d".formatted(i);
      world.drop(
          world.inbox("engineer"),
          i + ".json",
          "{'id':'%s','from':'commander','to':'engineer','content':'%d'}".formatted(id, i));
    }
    world.collector("engineer").pass();

    copy("commander");

    assertThat(world.sent("commander")).hasSize(20);
  }

  @Test
  void whatIsDroppedAndSaidInTheOutboxAsWellIsKeptOnce() throws Exception {
    String order = "{'id':'%s','from':'commander','to':'engineer','content':'go'}".formatted(ID);
    world.drop(world.outbox("commander"), "m.json", order);
    world.drop(world.inbox("engineer"), "m.json", order);

    world.collector("commander").pass();
    world.collector("engineer").pass();
    copy("commander");

    assertThat(world.contents("engineer")).containsExactly("go");
    assertThat(world.sent("commander")).hasSize(1);
    assertThat(FilesWorld.files(world.inbox("engineer"))).isEmpty();
  }

  @Test
  void everybodyAPathAndSeveralAreNamedAsInAFile() throws Exception {
    assertThat(recipientOf("agent/**")).isEqualTo("broadcast");
    assertThat(recipientOf("agent/engineer")).isEqualTo("engineer");
    assertThat(recipientOf("agent/engineer,commander")).isEqualTo("agent/engineer,commander");
    assertThat(recipientOf("slack/w/#c")).isEqualTo("slack/w/#c");
  }

  private static String recipientOf(String path) {
    return FileMessage.recipient(dev.parley.core.address.Path.parse(path));
  }

  @Test
  void itHappensByItself() throws Exception {
    try (FileMailboxes _ =
        FileMailboxes.start(
            FilesConfig.in(world.root).withSweepEvery(Duration.ofHours(1)),
            world.broker,
            world.audit(),
            System::currentTimeMillis)) {
      assertThat(world.broker.participants().agent(new AgentId("commander"))).isPresent();
      for (int i = 1; i <= 3; i++) {
        int said = i;
        world.send("commander", "engineer", "m" + i);
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> wholeFiles(world.sent("commander")) == said);
      }
    }
  }

  private static long wholeFiles(List<Path> files) {
    return files.stream().filter(file -> file.toString().endsWith(".json")).count();
  }
}
