package dev.parley.hub.cli.run;

import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import dev.parley.client.message.ReceivedMessage;
import dev.parley.core.store.OwnersFile;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Three agents that run by themselves: a planner gives out tasks, two others do them, and the
 * planner reports. What thinks for them is a script, so that it needs no key and no network.
 */
final class DemoTeam {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String OWNER = "developer";
  private static final List<String> BOXES = List.of("planner", "researcher", "writer", OWNER);

  private static final String SETTINGS =
      """
      agents:
        brains:
          plan:
            answers:
              - "what is new => I will see to it. >> task researcher: Which changes are there?"
              - "changes: => >> task writer: Say this in one sentence. {content}"
              - "in short: => >> developer: Done, with researcher and writer. {content}"
          research:
            answers: ["Changes: schedules survive a crash; 14 faults are mended."]
          write:
            answers: ["In short: what was planned happens, and what broke works again."]
      """;

  private static final String DEFINITIONS =
      """
      id: planner
      description: gives out tasks and reports
      brain: plan
      autoRun: {debounceMs: 0}
      ---
      id: researcher
      description: finds things out
      brain: research
      autoRun: {debounceMs: 0}
      ---
      id: writer
      description: finds words for it
      brain: write
      autoRun: {debounceMs: 0}
      """;

  private final ParleyClient owner;
  private final DemoScene scene;
  private final BlockingQueue<ReceivedMessage> seen = new ArrayBlockingQueue<>(100);

  DemoTeam(ParleyClient owner, DemoScene scene) {
    this.owner = owner;
    this.scene = scene;
  }

  /** What a user would write: brains in the settings, and agents in files. */
  static void define(Path data) throws IOException {
    Path agents = Files.createDirectories(data.resolve(DataDirectory.AGENTS));
    OwnersFile.write(data, DataDirectory.CONFIG, SETTINGS.getBytes(StandardCharsets.UTF_8));
    OwnersFile.write(agents, "team.yaml", DEFINITIONS.getBytes(StandardCharsets.UTF_8));
  }

  void play() throws InterruptedException {
    for (String box : BOXES) {
      owner.listen(Inbox.of(box), ListenOptions.COPIES, delivery -> seen.put(delivery.message()));
    }
    String question = "Please find out what is new, and tell me.";
    Receipt receipt = owner.send(Draft.to("planner").content(question));
    ReceivedMessage message = next();
    long asked = message.timestamp();
    show(message);
    while (!isReport(message)) {
      message = next();
      show(message);
    }
    owner.messages().await(receipt.messageId(), "answered", false, PATIENCE);
    scene.state(
        "answered, "
            + (message.timestamp() - asked)
            + " ms after you asked: two tasks, each with its result, and no model was paid");
  }

  private ReceivedMessage next() throws InterruptedException {
    ReceivedMessage message = seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (message == null) {
      throw CliError.failed("the team came to no end");
    }
    return message;
  }

  private static boolean isReport(ReceivedMessage message) {
    return message.from().equals("planner") && String.valueOf(message.content()).startsWith("Done");
  }

  private void show(ReceivedMessage message) throws InterruptedException {
    String to = message.path().substring(message.path().indexOf('/') + 1);
    String text = String.valueOf(message.content());
    switch (message.type()) {
      case "task" -> scene.said(message.from(), to + " (a task)", text);
      case "task_result" -> scene.said(message.from(), to + " (its result)", text);
      case "task_status" -> {} // that it is being worked on is seen by its result soon enough
      default -> scene.said(message.from(), to, text);
    }
  }
}
