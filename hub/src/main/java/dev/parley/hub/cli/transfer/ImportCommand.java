package dev.parley.hub.cli.transfer;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.doors.files.FilesConfig;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Progress;
import dev.parley.hub.cli.output.Sizes;
import dev.parley.hub.transfer.HubEnd;
import dev.parley.hub.transfer.ImportFiles;
import dev.parley.hub.transfer.ImportLayout;
import dev.parley.hub.transfer.Importer;
import dev.parley.hub.transfer.LineConverter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description = "Bring messages in from files; those that are here already are left alone.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley import all.jsonl                 what parley export wrote",
      "  parley import ~/project/.messages       agent--ID.jsonl and the others",
      "  parley import ~/project/.crowd          sessions/*/messages.jsonl",
      "  parley import /srv/ipc/bot-messages     BOT/inbox and BOT/outbox",
      "  zcat all.jsonl.gz | parley import -"
    })
public final class ImportCommand implements Callable<Integer> {
  private final Cli cli;

  @Mixin private HubChoice hub;

  @Parameters(paramLabel = "PATH", description = "A file or a folder; - is stdin.")
  private String path;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      description = "auto, parley, messages, crowd or bots (default: auto).")
  private ImportLayout layout = ImportLayout.AUTO;

  public ImportCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean fromStdin = path.equals("-");
    List<ImportFiles.Part> parts = fromStdin ? List.of() : ImportFiles.find(Path.of(path), layout);
    long total = 0;
    for (ImportFiles.Part part : parts) {
      total += Files.size(part.file());
    }
    int lineBytesMax = FilesConfig.fileBytesMax(HubChoice.config(cli).limits().payloadBytesMax());
    try (HubEnd end = hub.open(cli);
        var progress = new Progress(cli.console(), "importing", fromStdin ? -1 : total)) {
      var importer = new Importer(end, lineBytesMax, progress::at);
      try {
        for (ImportFiles.Part part : parts) {
          importer.take(part);
        }
        if (fromStdin) {
          importer.take("stdin", cli.console().in(), LineConverter.NONE);
        }
        importer.flush();
      } catch (IOException e) {
        // What is in stays in, and is said: trying again adds only the rest.
        report(importer);
        throw e;
      }
      report(importer);
      return importer.refused() == 0 ? Exit.OK : Exit.FAILED;
    }
  }

  private void report(Importer importer) {
    Console console = cli.console();
    List<JsonObject> errors = new ArrayList<>();
    for (Importer.Problem problem : importer.problems()) {
      if (cli.isJson()) {
        errors.add(
            new JsonWriter()
                .put("file", problem.file())
                .put("line", problem.line())
                .put("error", problem.why())
                .toObject());
      } else {
        console.note(Escaped.line(problem.file() + ":" + problem.line() + ": " + problem.why()));
      }
    }
    if (cli.isJson()) {
      console.json(
          new JsonWriter()
              .put("read", importer.lines())
              .put("added", importer.added())
              .put("completed", importer.completed())
              .put("present", importer.present())
              .put("refused", importer.refused())
              .put("agents", List.copyOf(importer.agents()))
              .put("errors", errors)
              .toObject());
      return;
    }
    console.line(
        Sizes.count(importer.lines())
            + " read: "
            + Sizes.count(importer.added())
            + " added, "
            + Sizes.count(importer.completed())
            + " completed, "
            + Sizes.count(importer.present())
            + " here already, "
            + Sizes.count(importer.refused())
            + " refused");
    if (!importer.agents().isEmpty()) {
      console.line("agents made: " + String.join(", ", importer.agents()));
    }
  }
}
