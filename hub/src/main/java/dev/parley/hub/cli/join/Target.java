package dev.parley.hub.cli.join;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which entry of which configuration is meant. */
final class Target {
  /** Set by {@code bin/parley}: how to start what is running. */
  private static final String LAUNCHER = "parley.launcher";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "parley",
      description = "What the server is called there (default: ${DEFAULT-VALUE}).")
  private String name = "parley";

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "The configuration to change (default: this user's).")
  private @Nullable Path file;

  @Option(
      names = "--project",
      description =
          "Change the configuration of the project in this folder. Others may read it there, so"
              + " the entry starts a program and holds no token.")
  private boolean project;

  @Option(names = "--dry-run", description = "Show what would be done, and do nothing.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  boolean isProject() {
    return project;
  }

  boolean isDryRun() {
    return dryRun;
  }

  boolean isYes() {
    return yes;
  }

  /** Was a file named that the client may not look at? */
  boolean isElsewhere() {
    return file != null;
  }

  String name() {
    if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
      throw CliError.usage("--name takes letters, digits, _ and -");
    }
    return name;
  }

  Path file(Client client, Cli cli) {
    if (file != null) {
      return file.toAbsolutePath().normalize();
    }
    if (!project) {
      return client.file(cli.environment()).toAbsolutePath().normalize();
    }
    Path folder = Path.of("").toAbsolutePath();
    Path found = client.projectFile(folder);
    if (found == null) {
      throw CliError.usage(client.wireName() + " has no configuration of projects");
    }
    return found;
  }

  /** {@code parley mcp} with these options, as a client starts it. */
  static List<String> bridge(Cli cli, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty(LAUNCHER, "parley"));
    command.add("mcp");
    command.addAll(options);
    boolean usual = !cli.isDataGiven() && cli.environment().get("PARLEY_DATA") == null;
    if (!usual) {
      command.addAll(List.of("--data", cli.data().path().toString()));
    }
    return command;
  }
}
