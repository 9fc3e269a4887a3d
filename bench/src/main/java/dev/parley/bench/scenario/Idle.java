package dev.parley.bench.scenario;

import dev.parley.bench.engine.ServerProcess;
import dev.parley.bench.engine.Target;
import dev.parley.bench.report.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Very many authenticated connections that do nothing: are they held, and what does one cost? */
final class Idle {
  private static final double KILOBYTES_MAX = 40;
  private static final int WARM_UP = 50;

  private final Run run;

  Idle(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    int count = run.settings().idle();
    try (Target hub = run.hub("idle-hub")) {
      try (ServerProcess few = connect(hub, WARM_UP)) {
        few.awaitLine(line -> line.startsWith("connected"));
      }
      Thread.sleep(Duration.ofSeconds(1));
      long before = hub.process().residentBytes();
      try (ServerProcess clients = connect(hub, count)) {
        String connected = clients.awaitLine(line -> line.startsWith("connected"));
        run.say("idle %s", connected);
        Thread.sleep(run.settings().rest());
        clients.tell("check");
        String held = clients.awaitLine(line -> line.startsWith("held"));
        long after = hub.process().residentBytes();
        collectGarbage(hub);
        long afterCollection = hub.process().residentBytes();
        report(count, held, before, after, afterCollection);
      }
    }
  }

  private ServerProcess connect(Target hub, int count) throws IOException {
    return ServerProcess.start(
        Target.java(
            IdleClients.class, String.valueOf(hub.port()), hub.token(), String.valueOf(count)),
        run.directory().resolve("idle-clients-" + count + ".log"));
  }

  /** Only to tell garbage from what connections hold; where there is no jcmd it changes nothing. */
  private static void collectGarbage(Target hub) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    new ProcessBuilder(jcmd, String.valueOf(hub.process().pid()), "GC.run")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor(1, TimeUnit.MINUTES);
  }

  private void report(int count, String held, long before, long after, long afterCollection) {
    double kilobytes = (after - before) / 1024.0 / count;
    boolean allHeld = held.equals("held " + count);
    Row row =
        Row.atMost(
            "%,d idle authenticated connections, server memory each".formatted(count),
            "%.1f KB, %s of %,d".formatted(kilobytes, held, count),
            kilobytes,
            KILOBYTES_MAX,
            "KB and all held");
    run.report()
        .row(
            new Row(
                row.what(),
                row.parley(),
                row.others(),
                kilobytes,
                row.bar(),
                row.met() && allHeld));
    run.report()
        .detail(
            "idle: resident memory %,d MB before, %,d MB with the connections, %,d MB after a collection"
                .formatted(before >> 20, after >> 20, afterCollection >> 20));
  }
}
