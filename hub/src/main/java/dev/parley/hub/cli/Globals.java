package dev.parley.hub.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options every command takes, before its name or after it. */
public final class Globals {
  /** Those that take a value: whoever looks for the command's name has to step over it. */
  static final Set<String> WITH_VALUE =
      Set.of("--data", "--url", "--token", "--token-file", "--key", "--as");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "The hub's data directory (default: $PARLEY_DATA or ~/.parley).")
  @Nullable Path data;

  @Option(
      names = "--url",
      paramLabel = "URL",
      split = ",",
      scope = ScopeType.INHERIT,
      description = {
        "The hub's address, ws://HOST:PORT/ws (default: $PARLEY_URL or the hub of the data",
        "directory). Several, given again or behind commas, are those of one system."
      })
  @Nullable List<String> urls;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      scope = ScopeType.INHERIT,
      description = "Authenticate with this; others on the machine can see it, a file is better.")
  @Nullable String token;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = {
        "Authenticate with what is in this file (default: owner-token in DIR, else the",
        "session of parley login)."
      })
  @Nullable Path tokenFile;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Authenticate with the agent's key in this file, see parley keys new.")
  @Nullable Path key;

  @Option(
      names = "--as",
      paramLabel = "AGENT",
      scope = ScopeType.INHERIT,
      description = {
        "Act as this agent. With --token or --token-file they are the agent's own;",
        "without, the owner acts for it, or you as one of your agents."
      })
  @Nullable String as;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Print JSON: one document, or one a line for streams.")
  boolean json;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  boolean version;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  boolean help;
}
