package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What an agent that is known costs a hub in memory, connected or not: every hub of a system knows
 * them all.
 */
final class Registry {
  /** In what {@code jcmd GC.class_histogram} says last: instances, then bytes. */
  private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

  private static final int WARM_UP = 1_000;

  private final Run run;

  Registry(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    int agents = run.settings().agents();
    try (Target hub = run.hub("registry")) {
      add(hub, "w", WARM_UP);
      long before = heapBytes(hub);
      long start = System.nanoTime();
      add(hub, "a", agents);
      double seconds = (System.nanoTime() - start) / 1e9;
      long after = heapBytes(hub);
      run.report()
          .detail(
              "registry: %,d agents with a subscription each, made in %.1f s, take %,d bytes of heap each (%,d MB before, %,d MB after)"
                  .formatted(
                      agents, seconds, (after - before) / agents, before >> 20, after >> 20));
    }
  }

  private static void add(Target hub, String prefix, int agents) throws IOException {
    try (var client = ControlClient.open(hub.port(), hub.token())) {
      client.callAll(
          each(agents, "{\"type\":\"agent.create\",\"agentId\":\"" + prefix + "%06d\"}"));
      client.callAll(
          each(
              agents,
              "{\"type\":\"msg.sub.add\",\"agentId\":\""
                  + prefix
                  + "%06d\",\"pattern\":\"team/"
                  + prefix
                  + "%<06d/*\"}"));
    }
  }

  private static List<String> each(int agents, String format) {
    return IntStream.range(0, agents).mapToObj(format::formatted).toList();
  }

  /** Of what is alive: a histogram collects garbage first. */
  private static long heapBytes(Target hub) throws IOException, InterruptedException {
    hub.process().awaitQuiet();
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(jcmd, String.valueOf(hub.process().pid()), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    try (var output = process.inputReader()) {
      String text = String.join("\n", output.lines().toList());
      Matcher total = TOTAL.matcher(text);
      if (!total.find()) {
        throw new IOException("jcmd does not say how large the heap is: " + text);
      }
      return Long.parseLong(total.group(1));
    }
  }
}
