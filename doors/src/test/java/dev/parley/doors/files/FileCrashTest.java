package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.EnvelopeField;
import dev.parley.doors.files.KillPoint.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wherever the hub dies, no message is lost and none is doubled, in either direction. */
class FileCrashTest {

  /** The end of the process, as far as a thread can tell. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

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

  private static KillPoint at(Step step) {
    return reached -> {
      if (reached == step) {
        throw new Killed();
      }
    };
  }

  private interface Attempt {
    void make() throws IOException;
  }

  private boolean dies(Attempt attempt) throws IOException {
    try {
      attempt.make();
      return false;
    } catch (Killed e) {
      world.crash();
      return true;
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"READ", "ROUTED", "CONSUMED"})
  void aFileIsOneMessageWhereverTakingItWasCutOff(Step step) throws Exception {
    world.drop(world.outbox("commander"), "a.json", "{'id':'a','to':'engineer','content':'a'}");
    world.drop(world.outbox("commander"), "b.json", "{'to':'engineer','content':'b'}");

    assertThat(dies(() -> world.collector("commander", at(step)).pass())).isTrue();
    world.collector("commander").pass();

    assertThat(world.contents("engineer")).containsExactly("a", "b");
    assertThat(world.sent("commander")).hasSize(2);
    assertThat(FilesWorld.files(world.outbox("commander"))).isEmpty();
    assertThat(FilesWorld.files(world.rejected("commander"))).isEmpty();
  }

  @Test
  void aRejectionThatWasCutOffIsMadeOnce() throws Exception {
    world.drop(world.outbox("commander"), "a.json", "{}");

    assertThat(dies(() -> world.collector("commander", at(Step.REASON_WRITTEN)).pass())).isTrue();
    world.collector("commander").pass();

    assertThat(FilesWorld.files(world.rejected("commander")))
        .containsExactly("a.json", "a.json.reason.txt");
  }

  @ParameterizedTest
  @EnumSource(names = {"STAGED", "JOURNALED", "RENAMED", "SYNCED", "MARKED"})
  void aMessageIsOneFileWhereverDeliveringItWasCutOff(Step step) throws Exception {
    world.send("commander", "engineer", "a");
    world.send("commander", "engineer", "b");

    assertThat(dies(() -> world.deliverer("engineer", at(step)).pass())).isTrue();
    Set<String> read = readAndDelete("engineer");
    world.deliverer("engineer").pass();
    Set<String> readLater = readAndDelete("engineer");

    List<String> all = new ArrayList<>(read);
    all.addAll(readLater);
    assertThat(all).containsExactlyInAnyOrder("a", "b");
  }

  /** The contents of an inbox, whose files are gone afterwards; a content seen twice fails. */
  private Set<String> readAndDelete(String bot) throws IOException {
    Set<String> contents = new java.util.HashSet<>();
    for (String name : FilesWorld.files(world.inbox(bot))) {
      Path file = world.inbox(bot).resolve(name);
      FileMessage message = FileMessage.read(Files.readAllBytes(file));
      Object content = message.fields().get(EnvelopeField.CONTENT);
      assertThat(contents.add(String.valueOf(content))).as("%s twice", name).isTrue();
      Files.delete(file);
    }
    return contents;
  }

  /** Both bots talk, and the hub dies again and again in places that the seed chooses. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
  void acrossManyCrashesEverythingArrivesOnce(long seed) throws Exception {
    var random = new Random(seed);
    List<String> said = new ArrayList<>();
    List<String> heard = new ArrayList<>();
    Step[] steps = EnumSet.complementOf(EnumSet.of(Step.REASON_WRITTEN)).toArray(new Step[0]);
    for (int round = 0; round < 25; round++) {
      for (int i = random.nextInt(4); i >= 0; i--) {
        String content = "m" + said.size();
        said.add(content);
        String id = random.nextBoolean() ? "'id':'" + content + "'," : "";
        world.drop(
            world.outbox("commander"),
            content + ".json",
            "{" + id + "'to':'engineer','content':'" + content + "'}");
      }
      KillPoint point = anywhere(random, steps);
      boolean _ = dies(() -> world.collector("commander", point).pass());
      boolean _ = dies(() -> world.deliverer("engineer", point).pass());
      if (random.nextBoolean()) {
        heard.addAll(readAndDelete("engineer"));
      }
    }
    world.collector("commander").pass();
    world.deliverer("engineer").pass();
    heard.addAll(readAndDelete("engineer"));

    assertThat(heard).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(said);
    assertThat(world.sent("commander")).hasSize(said.size());
  }

  private static KillPoint anywhere(Random random, Step[] steps) {
    Step step = steps[random.nextInt(steps.length)];
    int[] lives = {random.nextInt(4)};
    return reached -> {
      if (reached == step && lives[0]-- == 0) {
        throw new Killed();
      }
    };
  }
}
