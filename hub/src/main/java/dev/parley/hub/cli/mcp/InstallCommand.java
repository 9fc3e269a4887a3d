package dev.parley.hub.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "install",
    description = "Write the bridge into an MCP client's configuration; a backup is kept.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley mcp install --client claude --agent claude",
      "  parley mcp install --client codex --yes",
      "  parley mcp install --client cursor --file .cursor/mcp.json"
    })
final class InstallCommand implements Callable<Integer> {
  /** Set by {@code bin/parley}: how to start what is running. */
  private static final String LAUNCHER = "parley.launcher";

  private final Cli cli;

  @Option(
      names = "--client",
      required = true,
      paramLabel = "CLIENT",
      description = "claude, opencode, codex or cursor.")
  private Client client;

  @Option(
      names = "--agent",
      paramLabel = "ID",
      description = "The agent it is to be (default: the client's name); added if not there.")
  private @Nullable String agent;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "parley",
      description = "What the server is called there (default: ${DEFAULT-VALUE}).")
  private String name;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Which tools to show: all, core, crowd or bot.")
  private @Nullable String profile;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "The configuration to change (default: this user's).")
  private @Nullable Path file;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  InstallCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
      throw CliError.usage("--name takes letters, digits, _ and -");
    }
    Path target = file == null ? client.file(cli.environment()) : file.toAbsolutePath();
    // Through a link to the file it stands for, which others may share.
    Path real = Files.exists(target) ? target.toRealPath() : target;
    String before = Files.exists(real) ? Files.readString(real, UTF_8) : "";
    List<String> command = command();
    String after;
    try {
      after = client.changed(before, name, command);
    } catch (CliError e) {
      throw CliError.failed(target + ": " + e.getMessage());
    }
    boolean changes = !after.equals(before);
    if (!cli.isJson()) {
      cli.console().line((changes ? "In " : "Already in ") + Escaped.line(target.toString()) + ":");
      cli.console().line(client.entry(name, command).stripTrailing());
    }
    String backup = null;
    if (changes) {
      cli.confirm(yes, "Write this?");
      backup = write(real, after);
    }
    report(target, command, changes, backup);
    return Exit.OK;
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty(LAUNCHER, "parley"));
    command.add("mcp");
    command.add("--agent");
    command.add(agent == null ? client.name().toLowerCase(Locale.ROOT) : agent);
    command.add("--register");
    if (profile != null) {
      command.addAll(List.of("--profile", profile));
    }
    boolean usual = !cli.isDataGiven() && cli.environment().get("PARLEY_DATA") == null;
    if (!usual) {
      command.addAll(List.of("--data", cli.data().path().toString()));
    }
    return command;
  }

  /** Whole or not at all; returns where the old one went, if there was one. */
  private static @Nullable String write(Path target, String text) throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null) {
      throw CliError.usage(target + " is no file");
    }
    Files.createDirectories(folder);
    String backup = null;
    Path draft = Files.createTempFile(folder, ".parley", ".draft");
    try {
      if (Files.exists(target)) {
        String moment =
            LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS"));
        Path kept = folder.resolve(target.getFileName() + ".backup-" + moment);
        Files.copy(target, kept, StandardCopyOption.COPY_ATTRIBUTES);
        backup = kept.toString();
        if (Files.getFileStore(target).supportsFileAttributeView("posix")) {
          Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(target));
        }
      }
      Files.writeString(draft, text, UTF_8);
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
    return backup;
  }

  private void report(Path target, List<String> command, boolean changed, @Nullable String backup) {
    if (!cli.isJson()) {
      if (backup != null) {
        cli.console().line("The file as it was: " + Escaped.line(backup));
      }
      return;
    }
    JsonWriter document =
        new JsonWriter()
            .put("client", client.name().toLowerCase(Locale.ROOT))
            .put("file", target.toString())
            .put("name", name)
            .put("command", command)
            .put("changed", changed);
    if (backup != null) {
      document.put("backup", backup);
    }
    cli.console().json(document.toObject());
  }
}
