package dev.parley.hub.cli.rest;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    description = "Show what an agent's program has written.",
    usageHelpAutoWidth = true)
public final class ProgramLogsCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "AGENT")
  private String id = "";

  @Option(names = "--follow", description = "Go on with what it writes, until it ends.")
  private boolean follow;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "65536",
      description = "How much of the end (default: ${DEFAULT-VALUE}).")
  private int bytes;

  public ProgramLogsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    ProgramLog log = new ProgramLog(cli, id);
    if (follow) {
      log.follow(bytes);
    } else {
      log.show(bytes);
    }
    return Exit.OK;
  }
}
