package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.engine.ThreadTimes;
import dev.parley.bench.gateway.Crowd;
import dev.parley.bench.load.GatewayLoad;
import dev.parley.bench.load.HubLoad;
import dev.parley.bench.load.Load;
import dev.parley.bench.load.Round;
import dev.parley.bench.load.Workload;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The end-to-end load through the gateway, in turns with the same through {@code /ws}; and very
 * many bots that talk in channels.
 */
final class Gateway {
  private static final double BAR = 1;
  private static final int WARM_UPS = 6;
  private static final int SAID_EACH = 10;
  private static final int MEMBERS = 10;

  /** A bot is an agent, of which there is one for each connection here and not one in all. */
  private static final String[] FAST_BOTS = {
    "--set", "gateway.messagesPerSecond=0",
    "--set", "limits.messagesPerSecond=0",
    "--set", "limits.messagesToOnePerSecond=0",
    "--set", "limits.requestsPerSecond=0",
    "--set", "limits.bytesPerSecond=0"
  };

  private final Run run;

  private record Contender(Target hub, Load load, List<Round> rounds) implements AutoCloseable {
    Spread spread(Function<Round, Double> figure) {
      return Spread.of(rounds.stream().map(figure).toList());
    }

    Spread perSecond() {
      return spread(Round::perSecond);
    }

    @Override
    public void close() throws Exception {
      try (hub) {
        load.close();
      }
    }
  }

  Gateway(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    crowd();
    Workload workload = run.settings().workload();
    try (Contender json = contender("json", hub -> json(hub, workload));
        Contender same = contender("same", hub -> sameWork(hub, workload));
        Contender gateway = contender("binary", hub -> gateway(hub, workload), FAST_BOTS)) {
      for (int round = 1 - WARM_UPS; round <= run.settings().rounds(); round++) {
        round(json, round);
        round(same, round);
        round(gateway, round);
      }
      report(gateway, List.of(json, same));
    }
  }

  private interface Opening {
    Load on(Target hub) throws IOException;
  }

  private Contender contender(String name, Opening opening, String... options) throws Exception {
    Target hub = run.hub("gateway-" + name, options);
    try {
      return new Contender(hub, opening.on(hub), new ArrayList<>());
    } catch (Exception e) {
      hub.close();
      throw e;
    }
  }

  private static Load json(Target hub, Workload workload) throws IOException {
    return HubLoad.open("JSON over /ws", hub.port(), hub.token(), workload);
  }

  /** What a message of the gateway is: it has a text, and is filed in a conversation as well. */
  private static Load sameWork(Target hub, Workload workload) throws IOException {
    return HubLoad.inConversations("the same in JSON", hub.port(), hub.token(), workload);
  }

  private static Load gateway(Target hub, Workload workload) throws IOException {
    return GatewayLoad.open("the gateway", hub.port(), hub.token(), workload);
  }

  private void round(Contender contender, int number) throws Exception {
    long messages = run.settings().workload().evenly(run.settings().messages());
    Round round = Round.measure(contender.load, contender.hub.process(), messages);
    contender.hub.process().awaitQuiet();
    run.say(
        "gateway %s %-13s %7.1f k/s, p50 %.1f ms, p99 %.1f ms, cpu a message: hub %.1f µs, client"
            + " %.1f µs; %s",
        number < 1 ? "warm-up" : "round " + number,
        contender.load.name(),
        round.perSecond() / 1e3,
        round.p50() / 1e6,
        round.p99() / 1e6,
        round.serverMicrosEach(),
        round.clientMicrosEach(),
        contender.load.ledger());
    if (contender.load.ledger().faults() > 0) {
      throw new IllegalStateException(contender.load.name() + ": " + contender.load.ledger());
    }
    if (number > 0) {
      contender.rounds.add(round);
    }
  }

  private void report(Contender gateway, List<Contender> others) {
    for (Contender other : others) {
      run.report()
          .row(
              Row.atLeast(
                  "the gateway end to end, " + run.settings().workload(),
                  gateway.perSecond().thousands(),
                  other.load.name() + " " + other.perSecond().thousands(),
                  gateway.perSecond().median() / other.perSecond().median(),
                  BAR));
    }
    for (Contender each : Stream.concat(Stream.of(gateway), others.stream()).toList()) {
      run.report()
          .detail(
              "gateway, %s (%s): %s; processor time a message: hub %.1f µs, client %.1f µs; by threads of the hub: %s"
                  .formatted(
                      each.load.name(),
                      each.load.setting(),
                      each.perSecond().thousands(),
                      each.spread(Round::serverMicrosEach).median(),
                      each.spread(Round::clientMicrosEach).median(),
                      ThreadTimes.shares(each.rounds.stream().map(Round::threads).toList())));
    }
  }

  // ---- many bots

  private void crowd() throws Exception {
    int bots = run.settings().bots();
    int channels = Math.max(1, bots / MEMBERS);
    try (Target hub = run.hub("gateway-crowd", Crowd.hubOptions());
        Crowd crowd = Crowd.gather(hub.port(), hub.token(), bots, channels)) {
      Duration cpu = hub.process().cpu();
      long start = System.nanoTime();
      crowd.talk(0, SAID_EACH, true);
      double seconds = (System.nanoTime() - start) / 1e9;
      Duration spent = hub.process().cpu().minus(cpu);
      long said = (long) crowd.size() * SAID_EACH;
      if (!crowd.faults().isEmpty()) {
        throw new IllegalStateException("bots in channels: " + crowd.faults());
      }
      run.report()
          .detail(
              "gateway: %,d bots in %,d channels said %,d messages, %,d deliveries heard and acknowledged, none lost, doubled or out of order: %.1f s, %,.0f deliveries a second, %.1f µs of the hub's processor time each"
                  .formatted(
                      crowd.size(),
                      channels,
                      said,
                      crowd.heard(),
                      seconds,
                      crowd.heard() / seconds,
                      spent.toNanos() / 1e3 / crowd.heard()));
    }
  }
}
