package dev.parley.hub;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.ParleyCommand;
import dev.parley.hub.cli.output.Console;

/** Where {@code bin/parley} comes in. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    var cli = new Cli(Console.ofProcess(System.getenv()), System.getenv());
    System.exit(ParleyCommand.run(cli, arguments));
  }
}
