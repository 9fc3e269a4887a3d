package dev.parley.bench.scenario;

import dev.parley.bench.engine.ServerProcess;
import dev.parley.bench.engine.Target;
import dev.parley.bench.engine.ThreadTimes;
import dev.parley.bench.hostile.Mallory;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Two agents ask and answer each other at a steady pace while a third, with a valid token, does all
 * it can against the hub. How much slower do the two become, does the hub stay within its memory,
 * and does the owner get in? The third runs with the least right to the processor: on another
 * machine it would take none of the hub's.
 */
final class Hostile {
  private static final double P99_BAR = 2;
  private static final long PACE_MILLIS = 20;
  private static final int WARM_UPS = 1_000;
  private static final int OWNER_EVERY = 50;
  private static final double OWNER_BAR_MILLIS = 5_000;
  private static final String HEAP = "512m";

  /** Heap, off-heap buffers and the engine's caches; what a hub of this heap may take in all. */
  private static final double MEMORY_BAR_MIB = 1_536;

  private final Run run;

  Hostile(Run run) {
    this.run = run;
  }

  /** What was seen in one phase; times in nanoseconds. */
  private record Seen(
      int asks,
      int unanswered,
      double p50,
      double p99,
      double worst,
      double own50,
      double own99,
      double ownerWorst,
      int ownersKeptOut,
      long memoryMib,
      double cores,
      ThreadTimes threads) {

    String text() {
      return "asks p50 %,.0f µs, p99 %,.0f µs, worst %,.0f ms, without the wait for those before p50 %,.0f µs, p99 %,.0f µs (%,d, of which %,d not within 30 s); the owner was in after %,.0f ms at worst, kept out %d times; %,d MiB; the hub used %.2f of a core (%s)"
          .formatted(
              p50 / 1e3,
              p99 / 1e3,
              worst / 1e6,
              own50 / 1e3,
              own99 / 1e3,
              asks,
              unanswered,
              ownerWorst / 1e6,
              ownersKeptOut,
              memoryMib,
              cores,
              ThreadTimes.shares(List.of(threads)));
    }
  }

  void measure() throws Exception {
    if (run.settings().fake()) {
      run.say("hostile: the fake hub has no tokens");
      return;
    }
    try (Target hub = hub();
        var owner = ControlClient.open(hub.port(), hub.token())) {
      String mallory = create(owner, "mallory");
      create(owner, "victim");
      var asking = ControlClient.open(hub.port(), "asker", create(owner, "asker"));
      var answering = ControlClient.open(hub.port(), "answerer", create(owner, "answerer"));
      try (HubPair pair = HubPair.start(asking, answering, run.settings().workload().bodyBytes())) {
        for (int i = 0; i < WARM_UPS; i++) {
          isAnswered(pair);
        }
        Seen calm = watch(hub, pair);
        run.say("hostile: calm, %s", calm.text());
        Seen harmed = attacked(hub, pair, mallory);
        run.say("hostile: attacked, %s", harmed.text());
        report(calm, harmed);
      }
    }
  }

  private Target hub() throws IOException {
    return Target.hubWithHeap(run.settings().parley(), run.directory().resolve("hostile"), HEAP);
  }

  private Seen attacked(Target hub, HubPair pair, String token) throws Exception {
    Path log = run.directory().resolve("mallory.log");
    List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
    command.addAll(Target.java(Mallory.class, String.valueOf(hub.port()), token));
    run.settings().attacks().forEach(attack -> command.add(attack.name()));
    try (ServerProcess mallory = ServerProcess.start(command, log)) {
      Seen seen = watch(hub, pair);
      mallory.endInput();
      mallory.awaitEnd();
      try (Stream<String> lines = Files.lines(log)) {
        lines.forEach(line -> run.say("hostile: %s", line));
      }
      return seen;
    }
  }

  /** Asks at a steady pace, and looks in as the owner now and then. */
  private Seen watch(Target hub, HubPair pair) throws Exception {
    int due = (int) (run.settings().harm().toMillis() / PACE_MILLIS);
    long[] asks = new long[due];
    long[] own = new long[due];
    int count = 0;
    int unanswered = 0;
    long ownerWorst = 0;
    int keptOut = 0;
    long memory = 0;
    ThreadTimes threadsBefore = hub.process().threadTimes();
    Duration cpuBefore = hub.process().cpu();
    long phaseBegun = System.nanoTime();
    long begun = phaseBegun;
    // Where asks are not answered the phase is over after twice its time.
    long until = begun + 2 * run.settings().harm().toNanos();
    for (int i = 0; i < due && System.nanoTime() < until; i++) {
      // Measured from when the ask was due: one that takes long must not hide those behind it.
      long dueAt = begun + TimeUnit.MILLISECONDS.toNanos(i * PACE_MILLIS);
      long early = dueAt - System.nanoTime();
      if (early > 0) {
        TimeUnit.NANOSECONDS.sleep(early);
      } else {
        dueAt = Math.max(dueAt, System.nanoTime() - TimeUnit.SECONDS.toNanos(30));
      }
      long begunAt = System.nanoTime();
      unanswered += isAnswered(pair) ? 0 : 1;
      long endedAt = System.nanoTime();
      own[count] = endedAt - begunAt;
      asks[count++] = endedAt - dueAt;
      if (i % OWNER_EVERY == 0) {
        long start = System.nanoTime();
        keptOut += ownerGetsIn(hub) ? 0 : 1;
        long looked = System.nanoTime() - start;
        ownerWorst = Math.max(ownerWorst, looked);
        begun += looked;
        memory = Math.max(memory, hub.process().residentBytes());
      }
    }
    long[] made = Arrays.copyOf(asks, count);
    long[] taken = Arrays.copyOf(own, count);
    return new Seen(
        count,
        unanswered,
        Spread.percentile(made, 0.5),
        Spread.percentile(made, 0.99),
        Spread.percentile(made, 1),
        Spread.percentile(taken, 0.5),
        Spread.percentile(taken, 0.99),
        ownerWorst,
        keptOut,
        memory >> 20,
        hub.process().cpu().minus(cpuBefore).toNanos() / (double) (System.nanoTime() - phaseBegun),
        hub.process().threadTimes().since(threadsBefore));
  }

  private static boolean isAnswered(HubPair pair) throws IOException, InterruptedException {
    while (true) {
      try {
        pair.ask();
        return true;
      } catch (IOException e) {
        String why = String.valueOf(e.getMessage());
        if (why.contains("\"code\":\"timeout\"")) {
          return false;
        }
        // After a long wait asks come in a heap, faster than one agent may ask another.
        if (!why.contains("\"code\":\"rate_limited\"")) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(PACE_MILLIS);
      }
    }
  }

  private static boolean ownerGetsIn(Target hub) {
    try (var owner = ControlClient.open(hub.port(), hub.token())) {
      return owner.call("{\"type\":\"agent.list\"}").has("agents");
    } catch (IOException e) {
      return false;
    }
  }

  private static String create(ControlClient owner, String agent) throws IOException {
    return owner
        .call("{\"type\":\"agent.create\",\"agentId\":\"%s\"}".formatted(agent))
        .get("token")
        .asString();
  }

  private void report(Seen calm, Seen harmed) {
    run.report()
        .row(
            Row.within(
                "ask and answer beside an agent that means harm, p99",
                "%,.0f µs".formatted(harmed.p99() / 1e3),
                "without it %,.0f µs".formatted(calm.p99() / 1e3),
                harmed.p99() / calm.p99(),
                P99_BAR));
    double ownerMillis = harmed.ownerWorst() / 1e6;
    run.report()
        .row(
            Row.atMost(
                "the owner gets in meanwhile, worst",
                harmed.ownersKeptOut() > 0 ? "kept out" : "%,.0f ms".formatted(ownerMillis),
                harmed.ownersKeptOut() > 0 ? Double.MAX_VALUE : ownerMillis,
                OWNER_BAR_MILLIS,
                "ms"));
    run.report()
        .row(
            Row.atMost(
                "memory of the hub meanwhile, with a heap of " + HEAP,
                "%,d MiB".formatted(harmed.memoryMib()),
                (double) harmed.memoryMib(),
                MEMORY_BAR_MIB,
                "MiB"));
    run.report().detail("hostile: calm, %s; attacked, %s".formatted(calm.text(), harmed.text()));
  }
}
