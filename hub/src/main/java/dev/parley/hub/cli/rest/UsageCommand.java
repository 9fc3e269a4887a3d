package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Sizes;
import dev.parley.hub.cli.output.Table;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "usage",
    description = "Show what agents have used of models: calls, tokens, cost.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley usage",
      "  parley usage --by model --from 2026-01-01 --to 2026-01-31",
      "  parley usage --by day --json"
    })
public final class UsageCommand implements Callable<Integer> {
  private static final int MICROS_DIGITS = 6;

  /** What is added up to one row. */
  enum By {
    owner,
    bot,
    model,
    day
  }

  private final Cli cli;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description = "Add up by owner, bot (the default), model or day.")
  private By by = By.bot;

  @Option(
      names = "--from",
      paramLabel = "DAY",
      description = "The first day, such as 2026-01-31 (default: 30 days ago).")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "DAY", description = "The last day (default: today).")
  private @Nullable String to;

  public UsageCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    String query = RestCalls.query("by", by.name(), "from", from, "to", to);
    JsonObject report = new RestCalls(cli).get("/api/usage" + query);
    if (cli.isJson()) {
      cli.console().json(report);
      return Exit.OK;
    }
    Table table =
        new Table(by.name().toUpperCase(Locale.ROOT), "CALLS", "INPUT", "OUTPUT", "COST (USD)");
    for (JsonObject row : report.objects("rows")) {
      add(table, row.text("key", ""), row);
    }
    if (!report.objects("rows").isEmpty()) {
      add(table, "total", report.objectOrEmpty("total"));
    }
    table.print(
        cli.console(),
        "nothing used from " + report.text("from", "") + " to " + report.text("to", ""));
    if (report.flag("more")) {
      cli.console().note("only the first rows are shown; the total is of all");
    }
    return Exit.OK;
  }

  private static void add(Table table, String key, JsonObject counts) {
    table.row(
        key,
        Sizes.count(counts.number("calls", 0)),
        Sizes.count(counts.number("inputTokens", 0)),
        Sizes.count(counts.number("outputTokens", 0)),
        dollars(counts.number("costMicros", 0)));
  }

  /** Rounded up to a hundredth of a cent: what cost something is never shown as nothing. */
  private static String dollars(long micros) {
    return BigDecimal.valueOf(micros, MICROS_DIGITS).setScale(4, RoundingMode.UP).toPlainString();
  }
}
