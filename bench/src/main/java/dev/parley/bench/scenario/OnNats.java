package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.HubLoad;
import dev.parley.bench.load.Round;
import dev.parley.bench.load.Workload;
import dev.parley.bench.report.Spread;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The end-to-end row with the store that hubs share: on its own, on one server, on three. */
final class OnNats {
  private static final int WARM_UPS = 4;

  private final Run run;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<Contender> contenders = new ArrayList<>();

  private record Contender(String name, Target hub, HubLoad load, List<Round> rounds) {
    Spread perSecond() {
      return Spread.of(rounds.stream().map(Round::perSecond).toList());
    }
  }

  OnNats(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    try {
      add("embedded store");
      add("one NATS server", 1);
      add("three NATS servers", 3);
      for (int number = 1 - WARM_UPS; number <= run.settings().rounds(); number++) {
        for (Contender contender : contenders) {
          round(contender, number);
        }
      }
      report();
    } finally {
      while (!opened.isEmpty()) {
        opened.pop().close();
      }
    }
  }

  private void add(String name, int servers) throws Exception {
    List<Target> cluster = Target.natsCluster(run.directory().resolve("nats-" + servers), servers);
    cluster.forEach(opened::push);
    String urls =
        String.join(
            ",", cluster.stream().map(server -> "nats://127.0.0.1:" + server.port()).toList());
    add(name, "--store", "nats", "--nats", urls, "--set", "nats.replicas=" + servers);
  }

  private void add(String name, String... options) throws Exception {
    Path folder = run.directory().resolve("hub-" + contenders.size());
    Target hub = run.hub(folder.getFileName().toString(), options);
    opened.push(hub);
    Workload workload = run.settings().workload();
    HubLoad load = HubLoad.open("Parley, " + name, hub.port(), hub.token(), workload);
    opened.push(load);
    contenders.add(new Contender(name, hub, load, new ArrayList<>()));
  }

  private void round(Contender contender, int number) throws Exception {
    long messages = run.settings().workload().evenly(run.settings().messages());
    Round round = Round.measure(contender.load, contender.hub.process(), messages);
    contender.hub.process().awaitQuiet();
    run.say(
        "cluster %s %-18s %7.1f k/s, cpu a message: hub %.1f µs; %s",
        number < 1 ? "warm-up" : "round " + number,
        contender.name,
        round.perSecond() / 1e3,
        round.serverMicrosEach(),
        contender.load.ledger());
    if (contender.load.ledger().faults() > 0) {
      throw new IllegalStateException(contender.name + ": " + contender.load.ledger());
    }
    if (number > 0) {
      contender.rounds.add(round);
    }
  }

  private void report() {
    double embedded = contenders.getFirst().perSecond().median();
    for (Contender contender : contenders) {
      run.report()
          .detail(
              "end to end, %s: %s, %.2f of the embedded store"
                  .formatted(
                      contender.name,
                      contender.perSecond().thousands(),
                      contender.perSecond().median() / embedded));
    }
  }
}
