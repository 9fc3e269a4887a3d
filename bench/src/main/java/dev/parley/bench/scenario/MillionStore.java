package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.HubFill;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A store with one big inbox and some small ones, filled through the protocol once a run and used
 * by all scenarios that need it.
 */
final class MillionStore {
  static final String BIG = "big";
  static final int SMALL_INBOXES = 10;
  static final int SMALL_MESSAGES = 1_000;
  private static final int UNSETTLED_MESSAGES = 20_000;
  private static final String DATA = "million";

  private MillionStore() {}

  static String small(int number) {
    return "small-" + number % SMALL_INBOXES;
  }

  /** Starts a hub on it, and fills it if nobody has. */
  static Target open(Run run) throws IOException {
    Target hub = run.hub(DATA);
    Path filled = run.directory().resolve(DATA + ".filled");
    if (Files.exists(filled)) {
      return hub;
    }
    try (var client = ControlClient.open(hub.port(), hub.token())) {
      fill(run, client);
      Files.createFile(filled);
      return hub;
    } catch (IOException | RuntimeException e) {
      hub.close();
      throw e;
    }
  }

  /** Leaves something in the logs, so that a start after a kill has something to read. */
  static void addUnsettled(Run run, Target hub) throws IOException {
    try (var client = ControlClient.open(hub.port(), hub.token())) {
      int bodyBytes = run.settings().workload().bodyBytes();
      new HubFill(client).fill("filler", BIG, UNSETTLED_MESSAGES, bodyBytes);
    }
  }

  private static void fill(Run run, ControlClient client) throws IOException {
    List<String> agents = new ArrayList<>(List.of("filler", BIG));
    for (int i = 0; i < SMALL_INBOXES; i++) {
      agents.add(small(i));
    }
    client.callAll(
        agents.stream()
            .map(agent -> "{\"type\":\"agent.create\",\"agentId\":\"" + agent + "\"}")
            .toList());
    var filling = new HubFill(client);
    int bodyBytes = run.settings().workload().bodyBytes();
    for (int i = 0; i < SMALL_INBOXES; i++) {
      filling.fill("filler", small(i), SMALL_MESSAGES, bodyBytes);
    }
    long start = System.nanoTime();
    filling.fill("filler", BIG, run.settings().stored(), bodyBytes);
    double seconds = (System.nanoTime() - start) / 1e9;
    run.say("stored %,d messages in one inbox in %.1f s", run.settings().stored(), seconds);
  }
}
