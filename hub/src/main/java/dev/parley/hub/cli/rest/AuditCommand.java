package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "audit",
    description = "Show who did what, newest first.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {"  parley audit", "  parley audit --who owner --action agent.delete"})
public final class AuditCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(
      names = "--who",
      paramLabel = "WHO",
      description = "Only what WHO did: owner or an agent.")
  private @Nullable String who;

  @Option(names = "--action", paramLabel = "ACTION", description = "Only this action.")
  private @Nullable String action;

  @Option(names = "--limit", paramLabel = "N", description = "At most N (default: 50).")
  private int limit = 50;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "Go on after an earlier page.")
  private @Nullable String cursor;

  public AuditCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    JsonObject page =
        new RestCalls(cli)
            .get(
                "/api/audit"
                    + RestCalls.query(
                        "who", who, "action", action, "limit", limit, "cursor", cursor));
    if (cli.isJson()) {
      cli.console().json(page);
      return Exit.OK;
    }
    Table table = new Table("WHEN", "WHO", "ACTION", "SUBJECT", "OUTCOME", "DOOR");
    for (JsonObject entry : page.objects("entries")) {
      table.row(
          Times.local(entry.number("at", 0)),
          entry.text("who", ""),
          entry.text("action", ""),
          entry.text("subject", ""),
          entry.text("outcome", ""),
          entry.text("door", ""));
    }
    table.print(cli.console(), "nothing yet");
    String next = page.text("next");
    if (next != null) {
      cli.console().note("there is more: --cursor " + next);
    }
    return Exit.OK;
  }
}
