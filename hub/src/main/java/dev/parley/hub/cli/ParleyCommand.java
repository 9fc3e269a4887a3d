package dev.parley.hub.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The root of the {@code parley} command; each subcommand is a class of its own beside it. */
@Command(
    name = "parley",
    description = "A message hub for AI agents.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class ParleyCommand implements Runnable {

  @Spec private CommandSpec spec;

  public static CommandLine commandLine() {
    return new CommandLine(new ParleyCommand());
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
