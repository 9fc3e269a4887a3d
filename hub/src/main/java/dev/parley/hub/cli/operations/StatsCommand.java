package dev.parley.hub.cli.operations;

import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.message.Inbox;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "stats",
    description = "Show the hub's counters, or how much an agent has.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {"  parley stats", "  parley stats researcher --json"})
public final class StatsCommand extends HubCommand {
  @Parameters(arity = "0..1", paramLabel = "AGENT", description = "Only this agent's.")
  private @Nullable String agent;

  public StatsCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected int run(ParleyClient client) {
    String whose = agent == null ? cli.agent() : agent;
    JsonObject counters =
        whose == null ? client.hub().statistics() : client.mailbox(Inbox.of(whose)).statistics();
    if (cli.isJson()) {
      console().json(whose == null ? new JsonWriter().put("hub", counters).toObject() : counters);
      return Exit.OK;
    }
    var table = new Table("WHAT", "COUNT");
    add(table, "", counters);
    table.print(console(), "nothing counted yet");
    return Exit.OK;
  }

  private static void add(Table table, String prefix, JsonObject counters) {
    for (String name : counters.names()) {
      JsonObject nested = counters.object(name);
      if (nested != null) {
        add(table, prefix + name + ".", nested);
      } else if (counters.objects(name).isEmpty()) {
        table.row(prefix + name, counters.shown(name));
      } else {
        for (JsonObject each : counters.objects(name)) {
          String id = each.text("sessionId", name);
          add(table, prefix + name + "." + id + ".", each.without("sessionId"));
        }
      }
    }
  }
}
