package dev.parley.bench.scenario;

import dev.parley.bench.engine.NatsVersion;
import dev.parley.bench.engine.Target;
import dev.parley.bench.engine.Target.NatsSync;
import dev.parley.bench.engine.ThreadTimes;
import dev.parley.bench.load.ClientLoad;
import dev.parley.bench.load.HubLoad;
import dev.parley.bench.load.Load;
import dev.parley.bench.load.NatsConsumers;
import dev.parley.bench.load.NatsLoad;
import dev.parley.bench.load.RedisLoad;
import dev.parley.bench.load.Round;
import dev.parley.bench.load.Workload;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Send, route, store, push, acknowledge: all systems in turn, round by round. */
final class EndToEnd {
  private static final double NATS_BAR = 3.5;
  private static final double REDIS_BAR = 2;

  /** Of the load generator's own sender, which costs as little as one can. */
  private static final double CLIENT_BAR = 0.85;

  /** Servers are used for long, and a JVM takes some million messages to get fast. */
  private static final int WARM_UPS = 8;

  /** A server that syncs every message takes a hundred times as long for one. */
  private static final int SYNCED_SHARE = 50;

  private final Run run;
  private final List<Contender> contenders = new ArrayList<>();

  /**
   * @param share it is sent this part of the messages
   * @param bar what the hub's figure is held against, as a multiple of this one's; 0 for none
   */
  private record Contender(Target target, Load load, int share, double bar, List<Round> rounds)
      implements AutoCloseable {
    Spread perSecond() {
      return spread(Round::perSecond);
    }

    Spread spread(Function<Round, Double> figure) {
      return Spread.of(rounds.stream().map(figure).toList());
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
    String version = run.hubVersion();
    add(hub, version, 1, 0, () -> HubLoad.open(run.hubName(), hub.port(), hub.token(), workload));
    if (!run.settings().fake()) {
      Target other = run.hub("e2e-hub-of-clients");
      String name = run.hubName() + " with its Java client";
      add(other, version, 1, 0, () -> ClientLoad.open(name, other.port(), other.token(), workload));
    }
    if (run.settings().beside("nats-server")) {
      addNats(NatsVersion.installed(), workload);
    }
    if (run.settings().beside("redis-server")) {
      Target redis = Target.redis(run.directory().resolve("e2e-redis"));
      add(
          redis,
          Target.version("redis-server"),
          1,
          REDIS_BAR,
          () -> RedisLoad.open(redis.port(), workload));
    }
  }

  private void addNats(NatsVersion version, Workload workload) throws Exception {
    String name = "NATS JetStream " + version;
    NatsConsumers consumers = run.settings().natsConsumers();
    Target nats = Target.nats(run.directory().resolve("e2e-nats"));
    add(
        nats,
        "no fsync before the publish ack",
        1,
        NATS_BAR,
        () -> NatsLoad.open(name, nats.port(), workload, consumers));
    if (version.canSyncAlways()) {
      Path data = run.directory().resolve("e2e-nats-synced");
      Target synced = Target.nats(data, NatsSync.ALWAYS);
      add(
          synced,
          "sync_interval: always",
          SYNCED_SHARE,
          NATS_BAR,
          () -> NatsLoad.open(name + " synced", synced.port(), workload, consumers));
    }
  }

  @FunctionalInterface
  private interface Opening {
    Load open() throws Exception;
  }

  private void add(Target target, String version, int share, double bar, Opening opening)
      throws Exception {
    Load load;
    try {
      load = opening.open();
    } catch (Exception e) {
      target.close();
      throw e;
    }
    contenders.add(new Contender(target, load, share, bar, new ArrayList<>()));
    run.report().setting("%s (%s): %s".formatted(load.name(), version, load.setting()));
  }

  /** Up to round 0 it warms up and is not counted. */
  private void round(Contender contender, int number) throws Exception {
    long messages = run.settings().workload().evenly(run.settings().messages() / contender.share());
    Round round = Round.measure(contender.load(), contender.target().process(), messages);
    contender.target().process().awaitQuiet();
    run.say(
        "e2e %s %-27s %7.1f k/s, p50 %.1f ms, p99 %.1f ms, cpu a message: server %.1f µs, client"
            + " %.1f µs; %s",
        number < 1 ? "warm-up" : "round " + number,
        contender.load().name(),
        round.perSecond() / 1e3,
        round.p50() / 1e6,
        round.p99() / 1e6,
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

  /** Whoever sends through the hub, beside everybody else; and the client beside the own sender. */
  private void report() {
    List<Contender> ours = contenders.stream().filter(each -> each.bar() == 0).toList();
    for (Contender hub : ours) {
      for (Contender other : contenders) {
        if (other.bar() > 0) {
          row(hub, other, other.bar());
        }
      }
    }
    if (ours.size() > 1) {
      row(ours.getLast(), ours.getFirst(), CLIENT_BAR);
    }
    for (Contender contender : contenders) {
      run.report()
          .detail("end to end, %s: %s".formatted(contender.load().name(), details(contender)));
    }
    for (Contender hub : ours) {
      run.report()
          .detail(
              "end to end, %s: processor time of the hub by threads: %s"
                  .formatted(
                      hub.load().name(),
                      ThreadTimes.shares(hub.rounds().stream().map(Round::threads).toList())));
    }
  }

  private void row(Contender hub, Contender other, double bar) {
    String what =
        hub.equals(contenders.getFirst()) ? "end to end" : "end to end with the Java client";
    run.report()
        .row(
            Row.atLeast(
                what + ", " + run.settings().workload(),
                hub.perSecond().thousands(),
                other.load().name() + " " + other.perSecond().thousands(),
                hub.perSecond().median() / other.perSecond().median(),
                bar));
  }

  private static String details(Contender contender) {
    return "%s; sent to delivered p50 %s, p99 %s; processor time a message: server %.1f µs, client %.1f µs; %s"
        .formatted(
            contender.perSecond().thousands(),
            contender.spread(Round::p50).millis(),
            contender.spread(Round::p99).millis(),
            contender.spread(Round::serverMicrosEach).median(),
            contender.spread(Round::clientMicrosEach).median(),
            contender.load().ledger());
  }
}
