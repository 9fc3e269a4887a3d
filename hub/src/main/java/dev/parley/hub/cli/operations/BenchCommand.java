package dev.parley.hub.cli.operations;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Sizes;
import dev.parley.hub.cli.output.Table;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "bench",
    description = "Put a small load on the running hub and measure it.",
    usageHelpAutoWidth = true,
    footerHeading =
        "%nA quick look at one machine, client and hub sharing it; its agents are removed after.%n"
            + "%nExamples:%n",
    footer = {
      "  parley bench",
      "  parley bench --messages 100000 --connections 8 --size 1000 --json"
    })
public final class BenchCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "20000",
      description = "How many in all (default: ${DEFAULT-VALUE}).")
  private int messages;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "4",
      description = "Over so many senders (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      defaultValue = "200",
      description = "Of each text (default: ${DEFAULT-VALUE}).")
  private int size;

  public BenchCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (messages < 1 || connections < 1 || connections > messages || size < 0) {
      throw CliError.usage("at least one message a connection, and a size of 0 or more");
    }
    Load.Result result;
    try (var load = new Load(cli, messages, connections, size)) {
      result = load.run();
    }
    long acceptedRate = Math.round(messages / result.acceptedAfter());
    long arrivedRate = Math.round(messages / result.arrivedAfter());
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("messages", messages)
                  .put("connections", connections)
                  .put("size", size)
                  .put("acceptedPerSecond", acceptedRate)
                  .put("deliveredPerSecond", arrivedRate)
                  .put("acceptedMillis", result.accepted().percentiles())
                  .put("deliveredMillis", result.arrived().percentiles())
                  .toObject());
      return Exit.OK;
    }
    var table = new Table("", "A SECOND", "P50 MS", "P90 MS", "P99 MS", "MAX MS");
    row(table, "accepted", acceptedRate, result.accepted().percentiles());
    row(table, "delivered", arrivedRate, result.arrived().percentiles());
    table.print(cli.console(), "");
    return Exit.OK;
  }

  private static void row(Table table, String what, long rate, Map<String, Double> percentiles) {
    String[] cells = new String[6];
    cells[0] = what;
    cells[1] = Sizes.count(rate);
    int at = 2;
    for (double percentile : percentiles.values()) {
      cells[at++] = Double.toString(percentile);
    }
    table.row(cells);
  }
}
