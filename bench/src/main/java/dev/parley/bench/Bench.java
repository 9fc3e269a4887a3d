package dev.parley.bench;

import dev.parley.bench.engine.ServerProcess;
import dev.parley.bench.hostile.Attack;
import dev.parley.bench.load.NatsConsumers;
import dev.parley.bench.load.Workload;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import dev.parley.bench.scenario.Run;
import dev.parley.bench.scenario.Scenario;
import dev.parley.bench.scenario.Settings;
import dev.parley.core.store.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command behind {@code bin/bench}: measures, prints the table, writes the report. */
@Command(
    name = "bin/bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the hub and, side by side on the same machine and payloads, NATS JetStream and"
          + " Redis Streams,",
      "and prints a table of ratios. Without scenarios it runs all but `ceiling` and `recall`, in a"
          + " quarter of an hour."
    },
    footer = {
      "",
      "Scenarios:",
      "  e2e      throughput through /ws, with the load's own sender and with the Java client,",
      "           beside NATS JetStream and Redis Streams; times to delivery, time of threads",
      "  gateway  the same through the gateway, beside /ws; and two thousand bots that talk in"
          + " channels (--bots)",
      "  reconnect  bots of the gateway that all come back at once to a hub that was killed"
          + " (--returning)",
      "  cluster  the same with store: nats, on one NATS server and on three",
      "  routes   how soon a subscription made at one hub of a cluster routes at another"
          + " (--requests)",
      "  reqrep   durable request/reply, one at a time, beside NATS core",
      "  mcp      tools/call send_message over Streamable HTTP, 32 in flight",
      "  inbox    receive and history of an inbox with a million messages",
      "  start    start to ready, empty and with a million messages; `parley send`",
      "  fanout   one message to ten thousand inboxes: what it stores",
      "  broadcast  the receipt of a broadcast to 100,000 agents, beside a direct message's"
          + " (--listeners)",
      "  follow   a follower that starts a million messages behind (--stored), and sends meanwhile",
      "  revoke   how soon a token revoked at one hub of a cluster closes sockets at another",
      "  idle     ten thousand connections that do nothing: what they cost",
      "  logins   agents that connect, authenticate and listen: how many a second (--idle of them)",
      "  registry agents that are only known: what they take of the heap (--agents)",
      "  turns    how soon after a message is durable its brain is called (--requests), and what"
          + " 1,000 idle agents with a brain take of the heap",
      "  recall   finding among 100,000 memories of one agent (--memories)",
      "  files    ten thousand files at once in a mailbox: how fast they are taken",
      "  hostile  an agent with a valid token that means harm: what others feel of it (--harm)",
      "  ceiling  the load generator alone, against a hub that keeps nothing",
      "",
      "Examples:",
      "  bin/bench                                     the whole table",
      "  bin/bench e2e reqrep --rounds 7               two rows, measured longer",
      "  bin/bench e2e --messages 1000000 --json out.json",
      "  bin/bench storm --help                        ten million agents that lose their hubs,"
          + " simulated",
      "  bin/bench jmh Router -f 1                     JMH: a regular expression, then JMH's own"
          + " options",
      "",
      "Only loopback is used. Servers and their data are gone afterwards; the table stays in",
      "bench/target/report.md. Quiet machines give steadier figures: ratios count, not absolute"
          + " numbers."
    })
public final class Bench implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SCENARIO", description = "what to measure (default: all)")
  private List<Scenario> scenarios = new ArrayList<>();

  @Option(names = "--messages", description = "of a round of e2e (default: ${DEFAULT-VALUE})")
  private long messages = 300_000;

  @Option(
      names = "--requests",
      description =
          "of a round of reqrep; subscriptions of routes; at most 200 broadcasts, 100 tokens to"
              + " revoke (default: ${DEFAULT-VALUE})")
  private int requests = 1_500;

  @Option(
      names = "--rounds",
      description = "measured, after one to warm up (default: ${DEFAULT-VALUE})")
  private int rounds = 3;

  @Option(
      names = "--window",
      description =
          "unconfirmed messages a connection, for every system (default: ${DEFAULT-VALUE})")
  private int window = Workload.DEFAULT.window();

  @Option(
      names = "--ack-every",
      description = "messages a batched ack covers at full speed (default: ${DEFAULT-VALUE})")
  private int ackEvery = Workload.DEFAULT.ackEvery();

  @Option(
      names = "--nats-consumers",
      description =
          "JetStream's durable consumers: one a CONNECTION, which is faster, or one an INBOX"
              + " (default: ${DEFAULT-VALUE})")
  private NatsConsumers natsConsumers = NatsConsumers.CONNECTION;

  @Option(names = "--alone", description = "the hub only, beside no other system")
  private boolean alone;

  @Option(
      names = "--stored",
      description = "messages in the big inbox, and before a follower (default: ${DEFAULT-VALUE})")
  private long stored = 1_000_000;

  @Option(names = "--agents", description = "inboxes of fanout (default: ${DEFAULT-VALUE})")
  private int agents = 10_000;

  @Option(
      names = "--listeners",
      description = "agents that a broadcast reaches (default: ${DEFAULT-VALUE})")
  private int listeners = 100_000;

  @Option(names = "--idle", description = "connections of idle (default: ${DEFAULT-VALUE})")
  private int idle = 10_000;

  @Option(
      names = "--bots",
      description =
          "of gateway, each says ten messages in a channel of ten (default: ${DEFAULT-VALUE})")
  private int bots = 2_000;

  @Option(names = "--returning", description = "bots of reconnect (default: ${DEFAULT-VALUE})")
  private int returning = 5_000;

  @Option(names = "--rest", hidden = true, description = "seconds that idle does nothing")
  private int rest = 10;

  @Option(
      names = "--memories",
      paramLabel = "N",
      description = "Memories of recall (default: ${DEFAULT-VALUE}).")
  private int memories = 100_000;

  @Option(
      names = "--harm",
      paramLabel = "SECONDS",
      description = "of hostile, calm and under attack each (default: ${DEFAULT-VALUE})")
  private int harm = 60;

  @Option(
      names = "--attacks",
      paramLabel = "ATTACK",
      split = ",",
      description =
          "of hostile, to find which of them does the harm: ${COMPLETION-CANDIDATES} (default:"
              + " all)")
  private List<Attack> attacks = List.of(Attack.values());

  @Option(names = "--json", paramLabel = "FILE", description = "write the figures there, too")
  private @Nullable Path json;

  @Option(
      names = "--directory",
      description = "where the servers keep their data meanwhile (default: ${DEFAULT-VALUE})")
  private Path directory = Path.of("bench", "target");

  @Option(names = "--parley", hidden = true)
  private Path parley = Path.of("bin", "parley");

  @Option(names = "--fake", hidden = true, description = "measure the fake hub in place of the hub")
  private boolean fake;

  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Bench())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(110);
  }

  @Override
  public Integer call() throws Exception {
    if (!fake && !Files.isExecutable(parley)) {
      throw new ParameterException(spec.commandLine(), "there is no hub to start: " + parley);
    }
    Path work =
        Files.createTempDirectory(Files.createDirectories(directory), "run-").toAbsolutePath();
    var atExit = new Thread(() -> cleanUp(work));
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      measure(work);
    } finally {
      cleanUp(work);
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
    return ExitCode.OK;
  }

  private void measure(Path work) throws Exception {
    Machine machine = Machine.look(work);
    if (machine.isMemoryOnly()) {
      throw new ParameterException(
          spec.commandLine(), directory + " is in memory; name one on a disk with --directory");
    }
    System.out.println("bench: " + machine);
    var report = new Report(machine);
    var run = new Run(settings(), work, report, System.out);
    for (Scenario scenario : chosen()) {
      run.say("%s: %s", scenario.name().toLowerCase(Locale.ROOT), scenario.what());
      scenario.measure(run);
    }
    System.out.println();
    System.out.print(report.markdown());
    report.writeMarkdown(directory.resolve("report.md"));
    if (json != null) {
      report.writeJson(json);
    }
  }

  private Settings settings() {
    Workload base = Workload.DEFAULT;
    var workload =
        new Workload(base.connections(), base.inboxes(), window, base.bodyBytes(), ackEvery);
    return new Settings(
        messages,
        rounds,
        requests,
        stored,
        agents,
        listeners,
        idle,
        bots,
        returning,
        Duration.ofSeconds(rest),
        memories,
        Duration.ofSeconds(harm),
        List.copyOf(attacks),
        workload,
        natsConsumers,
        alone,
        parley.toAbsolutePath(),
        fake);
  }

  private List<Scenario> chosen() {
    return scenarios.isEmpty()
        ? Stream.of(Scenario.values()).filter(scenario -> !scenario.isExtra()).toList()
        : scenarios;
  }

  private static void cleanUp(Path work) {
    ServerProcess.closeAll();
    try {
      Folders.delete(work);
    } catch (IOException e) {
      System.err.println("bench: not all removed of " + work + ": " + e);
    }
  }
}
