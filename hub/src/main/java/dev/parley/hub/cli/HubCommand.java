package dev.parley.hub.cli;

import dev.parley.client.ParleyClient;
import dev.parley.hub.cli.output.Console;
import java.util.concurrent.Callable;

/** A command that talks to a running hub. */
public abstract class HubCommand implements Callable<Integer> {
  protected final Cli cli;

  protected HubCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public final Integer call() throws Exception {
    prepare();
    try (ParleyClient client = cli.connect()) {
      return run(client);
    }
  }

  /** What can be refused without a hub. */
  protected void prepare() throws Exception {}

  /** The exit code. */
  protected abstract int run(ParleyClient client) throws Exception;

  protected final Console console() {
    return cli.console();
  }
}
