package dev.parley.hub.cli.operations;

import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.registry.Presence;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "presence",
    description = "Show which agents are there.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExample:%n",
    footer = "  parley presence")
public final class PresenceCommand extends HubCommand {

  public PresenceCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected int run(ParleyClient client) {
    List<Presence> agents = client.hub().presence();
    if (cli.isJson()) {
      console()
          .json(
              new JsonWriter()
                  .put("agents", agents.stream().map(Presence::json).toList())
                  .toObject());
      return Exit.OK;
    }
    var table = new Table("AGENT", "ONLINE", "CONNECTIONS", "LISTENING", "LAST SEEN");
    for (Presence agent : agents) {
      table.row(
          agent.agentId(),
          agent.online() ? "yes" : "no",
          Integer.toString(agent.connections()),
          agent.listening() ? "yes" : "no",
          Times.local(agent.lastSeenAt()));
    }
    table.print(console(), "no agents yet");
    return Exit.OK;
  }
}
