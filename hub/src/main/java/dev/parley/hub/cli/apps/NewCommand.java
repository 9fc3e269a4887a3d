package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "new",
    description = "Make a project of an app that builds and runs as it is.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley apps new calculator --lang go",
      "  parley apps new calculator --lang rust --to ~/src/calculator"
    })
final class NewCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "NAME", description = "Small letters, digits and hyphens.")
  private String name = "";

  @Option(
      names = "--lang",
      paramLabel = "LANGUAGE",
      required = true,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private Templates.Language language = Templates.Language.go;

  @Option(names = "--to", paramLabel = "DIR", description = "Where; a folder NAME by default.")
  private @Nullable Path to;

  NewCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Path folder = to == null ? Path.of(name) : to;
    try {
      Templates.write(folder, name, language);
    } catch (IllegalArgumentException e) {
      throw CliError.usage(String.valueOf(e.getMessage()));
    } catch (FileAlreadyExistsException e) {
      throw CliError.failed(
          Escaped.line(folder.toString()) + " is there already; name another folder with --to");
    }
    String shown = Escaped.line(folder.toString());
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("id", Templates.id(name))
                  .put("directory", folder.toString())
                  .toObject());
    } else {
      cli.console().line("wrote " + shown);
      cli.console()
          .note("build and run it with: make -C " + shown + " && parley apps run " + shown);
    }
    return Exit.OK;
  }
}
