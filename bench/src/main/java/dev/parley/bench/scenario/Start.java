package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
      Started started = time(() -> MillionStore.open(run));
      MillionStore.addUnsettled(run, started.target());
      million.add(started.kill());
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
    Path data = run.directory().resolve("send");
    var command =
        new ProcessBuilder(
                run.settings().parley().toString(),
                "send",
                "reader",
                "hello",
                "--data",
                data.toString())
            .redirectErrorStream(true)
            .redirectOutput(run.directory().resolve("send.log").toFile());
    List<Double> nanos = new ArrayList<>();
    try (Target hub = run.hub("send")) {
      try (var client = ControlClient.open(hub.port(), hub.token())) {
        client.call("{\"type\":\"agent.create\",\"agentId\":\"reader\"}");
      }
      // Twice what other rows get, because a command is short; the first one warms files up.
      for (int i = 0; i <= 2 * run.settings().rounds(); i++) {
        double taken = time(command);
        if (i > 0) {
          nanos.add(taken);
        }
      }
    }
    return Spread.of(nanos);
  }

  private static double time(ProcessBuilder command) throws Exception {
    long start = System.nanoTime();
    Process process = command.start();
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    double nanos = System.nanoTime() - start;
    if (process.waitFor() != 0) {
      Path output = Objects.requireNonNull(command.redirectOutput().file()).toPath();
      throw new IOException(command.command() + ": " + Files.readString(output));
    }
    return nanos;
  }

  private void row(String what, Spread seconds, double bar) {
    run.report().row(Row.atMost(what, seconds.seconds(), seconds.median() / 1e9, bar, "s"));
  }
}
