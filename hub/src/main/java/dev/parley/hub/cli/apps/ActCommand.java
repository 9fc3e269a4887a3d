package dev.parley.hub.cli.apps;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What is done with an app and needs no more than its id. */
class ActCommand implements Callable<Integer> {
  private final Cli cli;
  private final String action;

  @Parameters(paramLabel = "APP", description = "Its id.")
  private String id = "";

  private ActCommand(Cli cli, String action) {
    this.cli = cli;
    this.action = action;
  }

  @Override
  public Integer call() throws IOException {
    AppText.show(cli, new RestCalls(cli).post(AppText.path(id) + "/" + action));
    return Exit.OK;
  }

  @Command(name = "launch", description = "Launch an app that does not run.")
  static final class Launch extends ActCommand {
    Launch(Cli cli) {
      super(cli, "launch");
    }
  }

  @Command(name = "stop", description = "Stop an app; it stays so until it is launched again.")
  static final class Stop extends ActCommand {
    Stop(Cli cli) {
      super(cli, "stop");
    }
  }

  @Command(name = "restart", description = "Stop an app and launch it.")
  static final class Restart extends ActCommand {
    Restart(Cli cli) {
      super(cli, "restart");
    }
  }

  @Command(
      name = "update",
      description = "Fetch an app's newest version; one that wants to do more waits for you.")
  static final class Update extends ActCommand {
    Update(Cli cli) {
      super(cli, "update");
    }
  }
}
