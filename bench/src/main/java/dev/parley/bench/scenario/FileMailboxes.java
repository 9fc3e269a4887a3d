package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.Body;
import dev.parley.bench.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Ten thousand files at once in a bot's outbox: how fast does the hub take them, and how fast are
 * they in the other bot's inbox?
 */
final class FileMailboxes {
  private static final String DATA = "files";
  private static final int FILES = 10_000;
  private static final int BODY_BYTES = 300;
  private static final double FILES_A_SECOND_MIN = 2_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Run run;

  FileMailboxes(Run run) {
    this.run = run;
  }

  void measure() throws IOException, InterruptedException {
    Path mailboxes = run.directory().resolve("bot-messages");
    Path outbox = Files.createDirectories(mailboxes.resolve("sender/outbox"));
    Path inbox = Files.createDirectories(mailboxes.resolve("reader/inbox"));
    // A bot is an agent, and agents are held to less than what a hub can take.
    Files.writeString(
        Files.createDirectories(run.directory().resolve(DATA)).resolve("parley.yaml"),
        "limits:\n  messagesPerSecond: 0\n  messagesToOnePerSecond: 0\n");
    double taken = 0;
    double delivered = 0;
    try (Target hub = run.hub(DATA, "--files", mailboxes.toString())) {
      for (int round = 0; round <= run.settings().rounds(); round++) {
        Path prepared = prepared(mailboxes.resolve("sender/prepared-" + round), round);
        long start = System.nanoTime();
        show(prepared, outbox);
        await(outbox, 0);
        double seconds = (System.nanoTime() - start) / 1e9;
        await(inbox, FILES);
        double all = (System.nanoTime() - start) / 1e9;
        empty(inbox);
        run.say(
            "files round %d: taken %,.0f/s, delivered %,.0f/s",
            round, FILES / seconds, FILES / all);
        if (round > 0) {
          taken = Math.max(taken, FILES / seconds);
          delivered = Math.max(delivered, FILES / all);
        }
      }
    }
    run.report()
        .row(
            Row.noLess(
                "%,d files at once in an outbox".formatted(FILES),
                "%,.0f files/s".formatted(taken),
                taken,
                FILES_A_SECOND_MIN,
                "files/s"));
    run.report()
        .detail(
            "file mailboxes: the best of the rounds; from file to file, each synced, %,.0f/s"
                .formatted(delivered));
  }

  private static Path prepared(Path folder, int round) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < FILES; i++) {
      Files.writeString(
          folder.resolve("%06d.json".formatted(i)),
          "{\"id\":\"r%d-%d\",\"to\":\"reader\",\"content\":\"%s\"}"
              .formatted(round, i, Body.text(i, BODY_BYTES)));
    }
    return folder;
  }

  private static void show(Path prepared, Path outbox) throws IOException {
    for (int i = 0; i < FILES; i++) {
      String name = "%06d.json".formatted(i);
      Files.move(prepared.resolve(name), outbox.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void await(Path folder, long files) throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (count(folder) != files) {
      if (System.nanoTime() > until) {
        throw new IOException(folder + " never had " + files + " files");
      }
      // Looking through ten thousand names costs the hub's cores, too.
      Thread.sleep(100);
    }
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(entry -> entry.toString().endsWith(".json")).count();
    }
  }

  private static void empty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        Files.delete(entry);
      }
    }
  }
}
