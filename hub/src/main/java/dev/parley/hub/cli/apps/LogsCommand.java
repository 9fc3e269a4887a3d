package dev.parley.hub.cli.apps;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.rest.ProgramLog;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "logs", description = "Show what an app has written.", usageHelpAutoWidth = true)
final class LogsCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "APP", description = "Its id.")
  private String id = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what it writes, until you stop it.")
  private boolean follow;

  @Option(names = "--stdout", description = "What it wrote to its output, not to its errors.")
  private boolean stdout;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "65536",
      description = "How much of the end (default: ${DEFAULT-VALUE}).")
  private int bytes;

  LogsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    ProgramLog log = ProgramLog.ofApp(cli, id, stdout ? "stdout" : "stderr");
    if (follow) {
      log.follow(bytes);
    } else {
      log.show(bytes);
    }
    return Exit.OK;
  }
}
