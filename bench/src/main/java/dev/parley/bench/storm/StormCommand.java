package dev.parley.bench.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command behind {@code bin/bench storm}. */
@Command(
    name = "bin/bench storm",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Simulates agents that lose their hubs in the same moment and come back, under several laws"
          + " of",
      "waiting, and says how long it takes. Opens no connection."
    },
    footer = {
      "",
      "Examples:",
      "  bin/bench storm                          all hubs gone for 30 s",
      "  bin/bench storm --lost 1 --outage 600    one of them, for long",
      "  bin/bench storm --queue 50000            hubs that let more wait than they can serve in"
          + " time"
    })
public final class StormCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--agents", description = "connected before (default: ${DEFAULT-VALUE})")
  private int agents = 10_000_000;

  @Option(names = "--hubs", description = "they are spread over (default: ${DEFAULT-VALUE})")
  private int hubs = 100;

  @Option(names = "--lost", description = "hubs that are gone at 0 s (default: all)")
  private @Nullable Integer lost;

  @Option(names = "--outage", description = "seconds they are gone (default: ${DEFAULT-VALUE})")
  private double outage = 30;

  @Option(
      names = "--logins",
      description = "a second that one hub can do; docs/scale.md (default: ${DEFAULT-VALUE})")
  private double logins = 1_000;

  @Option(names = "--queue", description = "logins waiting at a hub (default: ${DEFAULT-VALUE})")
  private int queue = 4_096;

  @Option(
      names = "--patience",
      description = "seconds a login may take (default: ${DEFAULT-VALUE})")
  private double patience = 5;

  @Option(names = "--addresses", description = "an agent knows (default: ${DEFAULT-VALUE})")
  private int addresses = 3;

  @Option(
      names = "--pacing-cost",
      description = "of telling an agent when to come, in logins (default: ${DEFAULT-VALUE})")
  private double pacingCost = 0.1;

  @Option(names = "--seed", description = "of chance (default: ${DEFAULT-VALUE})")
  private long seed = 1;

  @Option(names = "--csv", paramLabel = "FILE", description = "write every second there")
  private @Nullable Path csv;

  @Option(names = "--svg", paramLabel = "FILE", description = "draw the plot there")
  private @Nullable Path svg;

  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new StormCommand()).setUsageHelpWidth(110);
  }

  @Override
  public Integer call() throws Exception {
    World world = world();
    String title =
        "%,d agents, %d of %d hubs gone for %s s, %,.0f logins a second a hub"
            .formatted(world.stranded(), world.lost(), hubs, number(outage), logins);
    say(title + "; at best all are back after %.1f s".formatted(world.bestSeconds()));
    say("| law | 50 % | 90 % | 99 % | 99.9 % | 100 % | peak attempts/s | attempts an agent |");
    say("| --- | --- | --- | --- | --- | --- | --- | --- |");
    List<Outcome> outcomes =
        Law.ALL.parallelStream().map(law -> new Simulation(world, law, seed).run()).toList();
    outcomes.forEach(outcome -> say(row(outcome)));
    if (csv != null) {
      new Csv(outcomes).write(withFolder(csv));
    }
    if (svg != null) {
      new Plot(outcomes, title).write(withFolder(svg));
    }
    return ExitCode.OK;
  }

  private World world() {
    try {
      return new World(
          agents,
          hubs,
          lost == null ? hubs : lost,
          seconds(outage),
          logins,
          queue,
          seconds(patience),
          addresses,
          pacingCost);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }

  private static String row(Outcome outcome) {
    return "| %s | %s | %s | %s | %s | %s | %,d | %.1f |"
        .formatted(
            outcome.law().name(),
            when(outcome, 0.5),
            when(outcome, 0.9),
            when(outcome, 0.99),
            when(outcome, 0.999),
            when(outcome, 1),
            outcome.peakAttempts(),
            outcome.attemptsAnAgent());
  }

  private static String when(Outcome outcome, double part) {
    double seconds = outcome.secondsUntil(part);
    return Double.isInfinite(seconds) ? "never" : "%,.1f s".formatted(seconds);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? "%,.0f".formatted(value) : String.valueOf(value);
  }

  private static Path withFolder(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    return file;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
