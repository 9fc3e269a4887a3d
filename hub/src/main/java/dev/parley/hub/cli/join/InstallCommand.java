package dev.parley.hub.cli.join;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The entry alone, as the bridge, which finds the hub and the owner's token by itself. */
@Command(
    name = "install",
    description = {
      "Write the bridge into an MCP client's configuration; a backup is kept.",
      "parley join does more: an agent, a token, an address, and a look whether it works."
    },
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley mcp install --client claude --agent claude",
      "  parley mcp install --client codex --yes",
      "  parley mcp install --client cursor --file .cursor/mcp.json"
    })
public final class InstallCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(
      names = "--client",
      required = true,
      paramLabel = "CLIENT",
      description = "${COMPLETION-CANDIDATES}.")
  private Client client;

  @Option(
      names = "--agent",
      paramLabel = "ID",
      description = "The agent it is to be (default: the client's name); added if not there.")
  private @Nullable String agent;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Which tools to show: all, core, crowd or bot.")
  private @Nullable String profile;

  @Mixin private Target target;

  public InstallCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Change change = new Change(cli, client, target);
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--agent", agent == null ? client.wireName() : agent, "--register"));
    if (profile != null) {
      options.addAll(List.of("--profile", profile));
    }
    Way way = new Way.Stdio(Target.bridge(cli, options));
    change.confirm(way);
    if (!target.isDryRun()) {
      change.write(way);
    }
    if (cli.isJson()) {
      cli.console().json(change.report(way).toObject());
    }
    return Exit.OK;
  }
}
