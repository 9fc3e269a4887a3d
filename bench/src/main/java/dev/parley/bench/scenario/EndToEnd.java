package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.HubLoad;
import dev.parley.bench.load.Load;
import dev.parley.bench.load.NatsLoad;
import dev.parley.bench.load.RedisLoad;
import dev.parley.bench.load.Round;
import dev.parley.bench.load.Workload;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import java.util.ArrayList;
import java.util.List;

/** Send, route, store, push, acknowledge: all systems in turn, round by round. */
final class EndToEnd {
  private static final double NATS_BAR = 3;
  private static final double REDIS_BAR = 2;

  /** Servers are used for long, and a JVM takes some million messages to get fast. */
  private static final int WARM_UPS = 8;

  private final Run run;
  private final List<Contender> contenders = new ArrayList<>();

  private record Contender(Target target, Load load, List<Round> rounds) implements AutoCloseable {
    Spread perSecond() {
      return Spread.of(rounds.stream().map(Round::perSecond).toList());
    }

    @Override
    public void close() throws Exception {
      try (target) {
        load.close();
      }
    }
  }

  EndToEnd(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    try {
      start();
      for (int round = 1 - WARM_UPS; round <= run.settings().rounds(); round++) {
        for (Contender contender : contenders) {
          round(contender, round);
        }
      }
      report();
    } finally {
      for (Contender contender : contenders) {
        contender.close();
      }
    }
  }

  private void start() throws Exception {
    Workload workload = run.settings().workload();
    Target hub = run.hub("e2e-hub");
    add(
        hub,
        run.hubVersion(),
        () -> HubLoad.open(run.hubName(), hub.port(), hub.token(), workload));
    if (run.settings().beside("nats-server")) {
      Target nats = Target.nats(run.directory().resolve("e2e-nats"));
      add(
          nats,
          Target.version("nats-server"),
          () -> NatsLoad.open(nats.port(), workload, run.settings().natsConsumers()));
    }
    if (run.settings().beside("redis-server")) {
      Target redis = Target.redis(run.directory().resolve("e2e-redis"));
      add(redis, Target.version("redis-server"), () -> RedisLoad.open(redis.port(), workload));
    }
  }

  @FunctionalInterface
  private interface Opening {
    Load open() throws Exception;
  }

  private void add(Target target, String version, Opening opening) throws Exception {
    Load load;
    try {
      load = opening.open();
    } catch (Exception e) {
      target.close();
      throw e;
    }
    contenders.add(new Contender(target, load, new ArrayList<>()));
    run.report().setting("%s (%s): %s".formatted(load.name(), version, load.setting()));
  }

  /** Up to round 0 it warms up and is not counted. */
  private void round(Contender contender, int number) throws Exception {
    long messages = run.settings().workload().evenly(run.settings().messages());
    Round round = Round.measure(contender.load(), contender.target().process(), messages);
    contender.target().process().awaitQuiet();
    run.say(
        "e2e %s %-14s %7.1f k/s, cpu a message: server %.1f µs, client %.1f µs; %s",
        number < 1 ? "warm-up" : "round " + number,
        contender.load().name(),
        round.perSecond() / 1e3,
        round.serverMicrosEach(),
        round.clientMicrosEach(),
        contender.load().ledger());
    if (contender.load().ledger().faults() > 0) {
      throw new IllegalStateException(contender.load().name() + ": " + contender.load().ledger());
    }
    if (number > 0) {
      contender.rounds().add(round);
    }
  }

  private void report() {
    Contender hub = contenders.getFirst();
    for (Contender other : contenders.subList(1, contenders.size())) {
      String name = other.load().name();
      double bar = name.startsWith("NATS") ? NATS_BAR : REDIS_BAR;
      run.report()
          .row(
              Row.atLeast(
                  "end to end, " + run.settings().workload(),
                  hub.perSecond().thousands(),
                  name + " " + other.perSecond().thousands(),
                  hub.perSecond().median() / other.perSecond().median(),
                  bar));
    }
    for (Contender contender : contenders) {
      run.report().detail("end to end, %s: %s".formatted(contender.load().name(), cpu(contender)));
    }
  }

  private static String cpu(Contender contender) {
    List<Round> rounds = contender.rounds();
    return "%s; processor time a message: server %.1f µs, client %.1f µs; %s"
        .formatted(
            contender.perSecond().thousands(),
            Spread.of(rounds.stream().map(Round::serverMicrosEach).toList()).median(),
            Spread.of(rounds.stream().map(Round::clientMicrosEach).toList()).median(),
            contender.load().ledger());
  }
}
