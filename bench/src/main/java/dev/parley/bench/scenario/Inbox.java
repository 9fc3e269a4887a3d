package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Does reading an inbox cost what it returns, or what it holds? */
final class Inbox {
  private static final int RECEIVED = 10;
  private static final int SHOWN = 50;
  private static final double BAR = 2;

  private final Run run;

  Inbox(Run run) {
    this.run = run;
  }

  void measure() throws IOException {
    try (Target hub = MillionStore.open(run);
        var client = ControlClient.open(hub.port(), hub.token())) {
      compare(client, "receive", RECEIVED);
      compare(client, "history", SHOWN);
    }
  }

  private void compare(ControlClient client, String request, int limit) throws IOException {
    int rounds = run.settings().rounds();
    int calls = callsMax() / (rounds + 1);
    List<Double> big = new ArrayList<>();
    List<Double> small = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      long[] bigNanos = new long[calls];
      long[] smallNanos = new long[calls];
      for (int i = 0; i < calls; i++) {
        smallNanos[i] = time(client, request, limit, MillionStore::small, i);
        bigNanos[i] = time(client, request, limit, _ -> MillionStore.BIG, i);
      }
      double bigMedian = Spread.percentile(bigNanos, 0.5);
      double smallMedian = Spread.percentile(smallNanos, 0.5);
      run.say(
          "inbox %s %s %d: %.0f µs of the big one, %.0f µs of a small one",
          round == 0 ? "warm-up" : "round " + round,
          request,
          limit,
          bigMedian / 1e3,
          smallMedian / 1e3);
      if (round > 0) {
        big.add(bigMedian);
        small.add(smallMedian);
      }
    }
    Spread ofBig = Spread.of(big);
    Spread ofSmall = Spread.of(small);
    run.report()
        .row(
            Row.within(
                "`%s` %d of an inbox with %,d, p50"
                    .formatted(request, limit, run.settings().stored()),
                ofBig.micros(),
                "with %,d: %s".formatted(MillionStore.SMALL_MESSAGES, ofSmall.micros()),
                ofBig.median() / ofSmall.median(),
                BAR));
  }

  /** Rounds and warm-up together may not receive all that an inbox holds. */
  private int callsMax() {
    long small = MillionStore.SMALL_INBOXES * (long) MillionStore.SMALL_MESSAGES;
    return (int) Math.min(small, run.settings().stored()) / RECEIVED - MillionStore.SMALL_INBOXES;
  }

  private static long time(
      ControlClient client, String request, int limit, IntFunction<String> agent, int call)
      throws IOException {
    String json =
        "{\"type\":\"msg.%s\",\"agentId\":\"%s\",\"options\":{\"limit\":%d}}"
            .formatted(request, agent.apply(call), limit);
    long start = System.nanoTime();
    byte[] answer = client.exchange(json);
    long nanos = System.nanoTime() - start;
    if (answer.length < limit * 300) {
      throw new IOException("%s gave only %d bytes".formatted(json, answer.length));
    }
    return nanos;
  }
}
