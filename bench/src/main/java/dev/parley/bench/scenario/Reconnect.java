package dev.parley.bench.scenario;

import dev.parley.bench.engine.ServerProcess;
import dev.parley.bench.engine.Target;
import dev.parley.bench.engine.ThreadTimes;
import dev.parley.bench.gateway.Crowd;
import dev.parley.bench.report.Row;
import java.time.Duration;
import java.util.List;

/**
 * Very many bots of one owner lose their hub and all come back at the moment it serves again. Each
 * is served when it has been let in, told of its channel, and sent again what it had not
 * acknowledged.
 */
final class Reconnect {
  private static final double SECONDS_MAX = 10;
  private static final int MEMBERS = 10;
  private static final String DATA = "reconnect";

  private final Run run;

  Reconnect(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    int bots = run.settings().returning();
    int port = ServerProcess.freePort();
    Target first = start(port);
    try (Crowd crowd = Crowd.gather(port, first.token(), bots, Math.max(1, bots / MEMBERS))) {
      Target hub = first;
      for (int round = 1; round <= run.settings().rounds(); round++) {
        crowd.talk(2 * round - 2, 1, true);
        crowd.talk(2 * round - 1, 1, false);
        hub.process().kill();
        hub = start(port);
        comeBack(crowd, hub, round);
      }
      hub.close();
    } finally {
      first.close();
    }
  }

  private Target start(int port) throws Exception {
    return Target.hubAt(
        port, run.settings().parley(), run.directory().resolve(DATA), Crowd.hubOptions());
  }

  private void comeBack(Crowd crowd, Target hub, int round) throws Exception {
    Duration before = hub.process().cpu();
    ThreadTimes threadsBefore = hub.process().threadTimes();
    long[] served = crowd.comeBack(hub.port(), MEMBERS - 1);
    Duration cpu = hub.process().cpu().minus(before);
    double last = served[served.length - 1] / 1e9;
    String figures =
        "half in %.1f s, 99 %% in %.1f s, all in %.1f s; %,.0f µs of the hub's processor time each; %d not let in at once"
            .formatted(
                served[served.length / 2] / 1e9,
                served[served.length * 99 / 100] / 1e9,
                last,
                cpu.toNanos() / 1e3 / crowd.size(),
                crowd.faults().size());
    run.say("reconnect %d: %s %s", round, figures, crowd.faults());
    ThreadTimes threads = hub.process().threadTimes().since(threadsBefore);
    run.say("reconnect %d: by threads of the hub: %s", round, ThreadTimes.shares(List.of(threads)));
    Row row =
        Row.atMost(
            "%,d bots come back to a hub that was killed".formatted(crowd.size()),
            figures,
            last,
            SECONDS_MAX,
            "s, and nobody is sent away");
    run.report()
        .row(
            new Row(
                row.what(),
                row.parley(),
                row.others(),
                last,
                row.bar(),
                row.met() && crowd.faults().isEmpty()));
  }
}
