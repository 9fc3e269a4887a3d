package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Draft;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.State;
import dev.parley.testkit.broker.Senders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Messages that become files. */
class DeliveringTest {
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

  private JsonNode onlyFile(String bot) throws Exception {
    List<String> files = FilesWorld.files(world.inbox(bot));
    assertThat(files).hasSize(1);
    return JsonMapper.shared()
        .readTree(Files.readString(world.inbox(bot).resolve(files.getFirst())));
  }

  @Test
  void aMessageAppearsAsAFileWithTheFieldsEveryBotKnowsAndTheWholeEnvelope() throws Exception {
    Draft draft =
        Draft.from("commander")
            .to(dev.parley.core.address.Path.agent(new AgentId("engineer")))
            .content("dig \"here\"\n")
            .payload("{\"depth\":3}".getBytes(StandardCharsets.UTF_8))
            .extras("\"metadata\":{\"task\":\"T-1\"},\"taskId\":7".getBytes(StandardCharsets.UTF_8))
            .build();
    var stored = world.broker.route(draft, Senders.of(draft)).get().message();

    world.deliverer("engineer").pass();

    JsonNode file = onlyFile("engineer");
    assertThat(file.get("id").asString()).isEqualTo(stored.id().toString());
    assertThat(file.get("from").asString()).isEqualTo("commander");
    assertThat(file.get("to").asString()).isEqualTo("engineer");
    assertThat(file.get("content").asString()).isEqualTo("dig \"here\"\n");
    assertThat(Instant.parse(file.get("timestamp").asString()).toEpochMilli())
        .isEqualTo(stored.timestamp());
    assertThat(file.get("metadata").get("task").asString()).isEqualTo("T-1");
    assertThat(file.get("envelope")).isEqualTo(JsonMapper.shared().readTree(stored.json()));
  }

  @Test
  void itsNameIsItsTimeAndTheEndOfItsId() throws Exception {
    world.send("commander", "engineer", "x");
    var stored = world.received("engineer").getFirst();

    world.deliverer("engineer").pass();

    String moment = Instant.ofEpochMilli(stored.timestamp()).toString();
    assertThat(FilesWorld.files(world.inbox("engineer")).getFirst())
        .startsWith(moment.substring(0, 19).replace(':', '-'))
        .endsWith("Z-" + stored.id().toString().substring(28) + ".json");
  }

  @Test
  void thePayloadIsTheContentOfThoseThatHaveNone() throws Exception {
    Draft draft =
        Draft.from("commander")
            .to(dev.parley.core.address.Path.agent(new AgentId("engineer")))
            .payload("{\"depth\":3}".getBytes(StandardCharsets.UTF_8))
            .build();
    world.broker.route(draft, Senders.of(draft)).get();

    world.deliverer("engineer").pass();

    assertThat(onlyFile("engineer").get("content").asString()).isEqualTo("{\"depth\":3}");
  }

  @Test
  void whatIsAFileIsDelivered() throws Exception {
    world.send("commander", "engineer", "x");

    world.deliverer("engineer").pass();

    assertThat(world.box(BoxId.inbox(new AgentId("engineer"))))
        .singleElement()
        .satisfies(copy -> assertThat(copy.state()).isEqualTo(State.DELIVERED));
    assertThat(world.root.resolve("engineer/.parley/staging")).isEmptyDirectory();
  }

  @Test
  void theHubsOwnFilesAreNotTakenForWhatTheBotSays() throws Exception {
    world.send("commander", "engineer", "x");
    world.deliverer("engineer").pass();

    world.collector("engineer").pass();
    world.clock += 100_000;
    world.collector("engineer").pass();

    assertThat(FilesWorld.files(world.inbox("engineer"))).hasSize(1);
    assertThat(world.contents("engineer")).containsExactly("x");
  }

  @Test
  void aFileThatWasReadAndDeletedStaysAway() throws Exception {
    world.send("commander", "engineer", "x");
    Deliverer deliverer = world.deliverer("engineer");
    deliverer.pass();
    Files.delete(
        world.inbox("engineer").resolve(FilesWorld.files(world.inbox("engineer")).getFirst()));

    deliverer.pass();
    world.crash();
    world.deliverer("engineer").pass();

    assertThat(world.inbox("engineer")).isEmptyDirectory();
  }

  @Test
  void filesAreForTheirOwnerAloneUnlessTheInboxIsForOthersToo() throws Exception {
    world.send("commander", "engineer", "x");
    world.send("engineer", "commander", "y");
    Files.setPosixFilePermissions(
        world.inbox("commander"), PosixFilePermissions.fromString("rwxr-x---"));

    world.deliverer("engineer").pass();
    world.deliverer("commander").pass();

    assertThat(permissions("engineer")).isEqualTo("rw-------");
    assertThat(permissions("commander")).isEqualTo("rw-r-----");
  }

  private String permissions(String bot) throws Exception {
    Path file = world.inbox(bot).resolve(FilesWorld.files(world.inbox(bot)).getFirst());
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void whenNobodyReadsTheInboxTheHubKeepsTheRest() throws Exception {
    world.close();
    world =
        new FilesWorld(FilesConfig.in(directory.resolve("small")).withInboxFilesMax(300))
            .bots("commander", "engineer");
    for (int i = 0; i < 500; i++) {
      world.send("commander", "engineer", "n" + i);
    }
    Deliverer deliverer = world.deliverer("engineer");
    while (deliverer.pass()) {
      // as long as there is room
    }
    int kept = FilesWorld.files(world.inbox("engineer")).size();
    assertThat(kept).isBetween(128, 300);

    for (String name : FilesWorld.files(world.inbox("engineer"))) {
      Files.delete(world.inbox("engineer").resolve(name));
    }
    while (deliverer.pass()) {
      // there is room again
    }

    assertThat(FilesWorld.files(world.inbox("engineer"))).hasSizeGreaterThan(100);
  }
}
