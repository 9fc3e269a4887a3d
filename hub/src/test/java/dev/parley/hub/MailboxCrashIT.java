package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two bots that only know files, and a hub between them that is killed again and again. */
@Timeout(300)
class MailboxCrashIT {
  private static final long SEED = 20_261_116;
  private static final int CRASHES = 4;
  private static final int FILES_A_LIFE = 400;

  @TempDir private Path folder;
  private final List<String> said = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();

  @Test
  void everyFileIsReadOnceHoweverOftenTheHubIsKilled() throws Exception {
    var random = new Random(SEED);
    Path mailboxes = folder.resolve("bot-messages");
    Files.createDirectories(mailboxes.resolve("reader/inbox"));
    Path outbox = Files.createDirectories(mailboxes.resolve("sender/outbox"));
    Path inbox = mailboxes.resolve("reader/inbox");
    Path data = folder.resolve("data");
    for (int life = 0; life < CRASHES; life++) {
      try (HubProcess hub = HubProcess.start(data, "--files", mailboxes.toString())) {
        hub.webSocket();
        say(outbox);
        int goal = heard.size() + 1 + random.nextInt(FILES_A_LIFE / 2);
        await()
            .atMost(Duration.ofSeconds(60))
            .pollInterval(Duration.ofMillis(5))
            .until(() -> read(inbox) >= goal);
        hub.kill();
      }
    }
    try (HubProcess hub = HubProcess.start(data, "--files", mailboxes.toString())) {
      await().atMost(Duration.ofSeconds(60)).until(() -> read(inbox) >= said.size());
      assertThat(hub.terminate(5)).as(hub.output()).isIn(0, 143);
    }
    read(inbox);

    assertThat(heard).as("seed %d", SEED).containsExactlyInAnyOrderElementsOf(said);
    try (Stream<Path> rejected = Files.list(mailboxes.resolve("sender/rejected"))) {
      assertThat(rejected).isEmpty();
    }
    try (Stream<Path> sent = Files.walk(outbox.resolve("sent"))) {
      assertThat(sent.filter(Files::isRegularFile)).hasSize(said.size());
    }
  }

  private void say(Path outbox) throws IOException {
    for (int i = 0; i < FILES_A_LIFE; i++) {
      String content = "m" + said.size();
      Path unfinished = outbox.resolve(content + ".tmp");
      Files.writeString(
          unfinished,
          "{\"id\":\"%s\",\"to\":\"reader\",\"content\":\"%s\"}".formatted(content, content));
      Files.move(unfinished, outbox.resolve(content + ".json"), StandardCopyOption.ATOMIC_MOVE);
      said.add(content);
    }
  }

  /** What a bot does: reads every file and deletes it. Returns how many it has read so far. */
  private int read(Path inbox) throws IOException {
    try (Stream<Path> files = Files.list(inbox)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        heard.add(JsonObject.parse(Files.readString(file)).text("content", ""));
        Files.delete(file);
      }
    }
    return heard.size();
  }
}
