package dev.parley.hub;

import dev.parley.hub.cli.ParleyCommand;

/** Where {@code bin/parley} comes in. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(ParleyCommand.commandLine().execute(arguments));
  }
}
