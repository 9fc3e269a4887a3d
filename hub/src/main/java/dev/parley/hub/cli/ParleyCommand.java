package dev.parley.hub.cli;

import dev.parley.hub.cli.output.Console;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The root of the {@code parley} command; each subcommand is a class of its own. */
@Command(
    name = "parley",
    description = "A message hub for AI agents.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpAutoWidth = true,
    footerHeading = "%nTo begin with:%n",
    footer = {
      "  parley up                            start a hub",
      "  parley agents add researcher         register an agent, get its token",
      "  parley send researcher 'hello'       send it a message",
      "  parley inbox researcher              receive as the agent would",
      "",
      "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no hub is running."
    })
public final class ParleyCommand implements Callable<Integer> {
  @SuppressWarnings("UnusedVariable") // Read by picocli, and by the commands through the Cli.
  @Mixin
  private final Globals globals;

  @Spec private CommandSpec spec;

  private ParleyCommand(Cli cli) {
    this.globals = cli.globals();
  }

  /** Runs one command line to its end; the exit code. */
  public static int run(Cli cli, String... arguments) {
    int exitCode = commandLine(cli, List.of(arguments)).execute(arguments);
    cli.console().flush();
    return exitCode;
  }

  /** Every command, for the process's own streams. */
  public static CommandLine commandLine() {
    return commandLine(new Cli(Console.ofProcess(System.getenv()), System.getenv()), List.of());
  }

  /**
   * Knows only the command that these arguments are for, if it can tell: reading the annotations of
   * all of them costs more than sending a message.
   */
  static CommandLine commandLine(Cli cli, List<String> arguments) {
    var root = new CommandLine(new ParleyCommand(cli));
    Commands.named(arguments).forEach(name -> Commands.add(root, name, cli));
    root.getHelpSectionMap().put("commandList", Commands::list);
    var failures = new Failures(cli);
    return root.setOut(cli.console().out())
        .setErr(cli.console().err())
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return Exit.OK;
  }
}
