package dev.parley.doors.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Folders;
import dev.parley.testkit.disk.OnForgetfulDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Mailboxes on a disk that loses what was not synced, while the hub keeps what it has accepted:
 * letters become one message each, deliveries are there or are made again, and every outbox is
 * complete. Half of the time the hub dies somewhere in between as well.
 */
class MailboxPowerLossTest extends OnForgetfulDisk {
  private static final int SEEDS = 24;
  private static final int LETTERS = 5;

  /** The end of the process, as far as a thread can tell. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private interface Pass {
    void make() throws IOException;
  }

  private FilesWorld world(int seed) throws Exception {
    FilesConfig config = FilesConfig.in(disk.folder().resolve("srv/bots" + seed));
    return new FilesWorld(config).bots("commander", "engineer");
  }

  /** Dies at some step, or comes to the end. */
  private static KillPoint dying(Random random) {
    int steps = random.nextBoolean() ? random.nextInt(12) : Integer.MAX_VALUE;
    int[] left = {steps};
    return _ -> {
      if (left[0]-- == 0) {
        throw new Killed();
      }
    };
  }

  private void losePowerAfter(FilesWorld world, int seed, Pass pass) throws IOException {
    try {
      pass.make();
    } catch (Killed e) {
      // the power goes, too
    }
    disk.losePower(seed);
    world.crash();
  }

  /** As a careful bot does it: on disk before it goes on. */
  private static void say(Path outbox, String name, String json) throws IOException {
    Path draft = outbox.resolve(name + ".tmp");
    try (FileChannel out =
        FileChannel.open(draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(json.replace('\'', '"').getBytes(UTF_8)));
      out.force(true);
    }
    Files.move(draft, outbox.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    Folders.sync(outbox);
  }

  private static Set<String> contents(List<Path> files) throws IOException {
    List<String> contents = new ArrayList<>();
    for (Path file : files) {
      if (file.toString().endsWith(".json")) {
        JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
        contents.add(json.path("content").asString());
      }
    }
    return Set.copyOf(contents);
  }

  private static List<String> letters() {
    List<String> letters = new ArrayList<>();
    for (int i = 0; i < LETTERS; i++) {
      letters.add("m" + i);
    }
    return letters;
  }

  @Test
  void aLetterIsOneMessageAndStaysInTheOutbox() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      try (FilesWorld world = world(seed)) {
        for (String letter : letters()) {
          say(
              world.outbox("commander"),
              letter + ".json",
              "{'id':'%s','to':'engineer','content':'%s'}".formatted(letter, letter));
        }

        losePowerAfter(world, seed, () -> world.collector("commander", dying(random)).pass());
        world.collector("commander").pass();
        world.copier("commander", KillPoint.NONE).pass();

        assertThat(world.contents("engineer"))
            .as("seed %d", seed)
            .containsExactlyInAnyOrderElementsOf(letters());
        assertThat(contents(world.sent("commander"))).as("seed %d", seed).containsAll(letters());
        assertThat(FilesWorld.files(world.outbox("commander"))).as("seed %d", seed).isEmpty();
        assertThat(FilesWorld.files(world.rejected("commander"))).as("seed %d", seed).isEmpty();
      }
    }
  }

  @Test
  void whatIsMarkedDeliveredIsThereAsAFile() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      try (FilesWorld world = world(seed)) {
        for (String letter : letters()) {
          world.send("commander", "engineer", letter);
        }

        losePowerAfter(world, seed, () -> world.deliverer("engineer", dying(random)).pass());
        Set<MessageId> marked =
            world.box(BoxId.inbox(new AgentId("engineer"))).stream()
                .filter(copy -> !copy.state().isPending())
                .map(copy -> copy.message().id())
                .collect(Collectors.toSet());
        assertThat(ids(world)).as("seed %d", seed).containsAll(marked);
        world.deliverer("engineer").pass();

        assertThat(contents(inboxFiles(world))).as("seed %d", seed).containsAll(letters());
      }
    }
  }

  private static List<Path> inboxFiles(FilesWorld world) throws IOException {
    return FilesWorld.files(world.inbox("engineer")).stream()
        .map(world.inbox("engineer")::resolve)
        .toList();
  }

  private static Set<MessageId> ids(FilesWorld world) throws IOException {
    Set<MessageId> ids = new HashSet<>();
    for (Path file : inboxFiles(world)) {
      ids.add(
          MessageId.parse(
              JsonMapper.shared().readTree(Files.readString(file)).path("id").asString()));
    }
    return ids;
  }

  @Test
  void copiesOfWhatWasSaidElsewhereAreComplete() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      try (FilesWorld world = world(seed)) {
        say(world.outbox("commander"), "f.json", "{'to':'engineer','content':'from a file'}");
        Site site = world.site("commander", dying(random));
        Copier copier = new Copier(site);
        Collector collector = new Collector(site, new Delivered(), copier);
        for (String letter : letters()) {
          world.send("commander", "engineer", letter);
        }

        losePowerAfter(
            world,
            seed,
            () -> {
              collector.pass();
              copier.pass();
            });
        world.collector("commander").pass();
        world.copier("commander", KillPoint.NONE).pass();

        assertThat(contents(world.sent("commander")))
            .as("seed %d", seed)
            .containsAll(letters())
            .contains("from a file");
        assertThat(world.contents("engineer")).as("seed %d", seed).hasSize(LETTERS + 1);
      }
    }
  }
}
