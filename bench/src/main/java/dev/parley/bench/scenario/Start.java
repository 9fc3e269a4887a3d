package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How long somebody waits: for a hub to be ready, and for a command of one line. */
final class Start {
  private static final double MILLION_SECONDS_MAX = 3;
  private static final double EMPTY_SECONDS_MAX = 1.5;
  private static final double SEND_SECONDS_MAX = 0.6;

  private final Run run;

  Start(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    MillionStore.open(run).close();
    List<Double> empty = new ArrayList<>();
    List<Double> million = new ArrayList<>();
    List<Double> killed = new ArrayList<>();
    for (int round = 1; round <= run.settings().rounds(); round++) {
      String fresh = "empty-" + round;
      empty.add(time(() -> run.hub(fresh)).close());
      million.add(time(() -> MillionStore.open(run)).kill());
      killed.add(time(() -> MillionStore.open(run)).close());
      run.say(
          "start round %d: empty %.2f s, big store %.2f s, after a kill %.2f s",
          round, empty.getLast() / 1e9, million.getLast() / 1e9, killed.getLast() / 1e9);
    }
    row("start to ready, empty store", Spread.of(empty), EMPTY_SECONDS_MAX);
    String big = "start to ready, %,d messages stored".formatted(run.settings().stored());
    row(big, Spread.of(million), MILLION_SECONDS_MAX);
    row(big + ", killed before", Spread.of(killed), MILLION_SECONDS_MAX);
    if (!run.settings().fake()) {
      row("`parley send`, wall", send(), SEND_SECONDS_MAX);
    }
  }

  @FunctionalInterface
  private interface Starting {
    Target start() throws IOException;
  }

  private record Started(Target target, double nanos) {
    double close() {
      target.close();
      return nanos;
    }

    double kill() {
      target.process().kill();
      return nanos;
    }
  }

  private static Started time(Starting starting) throws IOException {
    long start = System.nanoTime();
    Target target = starting.start();
    return new Started(target, System.nanoTime() - start);
  }

  private Spread send() throws Exception {
    List<Double> nanos = new ArrayList<>();
    String data = run.directory().resolve("send").toString();
    try (Target hub = run.hub("send")) {
      for (int i = 0; i <= run.settings().rounds() + 1; i++) {
        var command =
            new ProcessBuilder(
                    run.settings().parley().toString(),
                    "send",
                    "developer",
                    "hello",
                    "--data",
                    data,
                    "--url",
                    "http://127.0.0.1:" + hub.port())
                .redirectErrorStream(true)
                .redirectOutput(run.directory().resolve("send.log").toFile());
        long start = System.nanoTime();
        Process process = command.start();
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
          process.destroyForcibly();
          throw new IOException("parley send failed, see send.log");
        }
        if (i > 0) {
          nanos.add((double) (System.nanoTime() - start));
        }
      }
    }
    return Spread.of(nanos);
  }

  private void row(String what, Spread seconds, double bar) {
    run.report().row(Row.atMost(what, seconds.seconds(), seconds.median() / 1e9, bar, "s"));
  }
}
