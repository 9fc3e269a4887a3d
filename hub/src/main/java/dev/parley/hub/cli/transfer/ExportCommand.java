package dev.parley.hub.cli.transfer;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.doors.transfer.MessageExport;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.Moments;
import dev.parley.hub.cli.output.Progress;
import dev.parley.hub.cli.output.Sizes;
import dev.parley.hub.transfer.HubEnd;
import dev.parley.hub.transfer.MessageTable;
import dev.parley.hub.transfer.MessageTable.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    description = "Write all messages into a file: JSON lines, CSV or Parquet.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley export all.jsonl",
      "  parley export november.parquet --since 2026-11-01 --until 2026-12-01",
      "  parley export - --format csv | gzip > all.csv.gz",
      "  parley export all.jsonl --offline       while no hub runs"
    })
public final class ExportCommand implements Callable<Integer> {
  private final Cli cli;

  @Mixin private HubChoice hub;

  @Parameters(paramLabel = "FILE", description = "Where to; - is stdout.")
  private String file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "jsonl, csv or parquet (default: what the file is called, else jsonl).")
  private @Nullable Format format;

  @Option(names = "--since", paramLabel = "TIME", converter = Moments.class)
  private @Nullable Long since;

  @Option(names = "--until", paramLabel = "TIME", converter = Moments.class)
  private @Nullable Long until;

  @Option(names = "--force", description = "Write over a file that is there.")
  private boolean force;

  public ExportCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean toStdout = file.equals("-");
    Format form = form();
    if (toStdout && form == Format.PARQUET) {
      throw CliError.usage("a Parquet file is no text: name a file");
    }
    if (toStdout && cli.console().isTerminal()) {
      throw CliError.usage("messages may hold anything: name a file, or pipe it on");
    }
    Path target = Path.of(file).toAbsolutePath();
    if (!toStdout && !force && Files.exists(target)) {
      throw CliError.failed(target + " is there already; write over it with --force");
    }
    try (HubEnd end = hub.open(cli);
        var out = toStdout ? ExportFile.to(cli.console()) : ExportFile.to(target)) {
      long count = write(end, MessageTable.of(form, out.stream()));
      long bytes = out.complete();
      if (!toStdout) {
        report(target, form, count, bytes);
      }
    }
    return Exit.OK;
  }

  private Format form() {
    if (format != null) {
      return format;
    }
    Format named = Format.of(file);
    return named == null ? Format.JSONL : named;
  }

  private long write(HubEnd end, MessageTable table) throws IOException, InterruptedException {
    long count = 0;
    try (var progress = new Progress(cli.console(), "exporting", -1)) {
      MessageExport.Page page;
      long from = 0;
      do {
        page = end.page(from);
        byte[] lines = page.lines();
        int start = 0;
        for (int i = 0; i < lines.length; i++) {
          if (lines[i] == '\n') {
            byte[] line = Arrays.copyOfRange(lines, start, i);
            start = i + 1;
            if (isWanted(line)) {
              table.write(line);
              count++;
            }
          }
        }
        from = page.next();
        progress.at(count);
      } while (page.more());
      table.finish();
    }
    return count;
  }

  private boolean isWanted(byte[] line) {
    if (since == null && until == null) {
      return true;
    }
    long at = JsonObject.parse(line).number("timestamp", 0);
    return (since == null || at >= since) && (until == null || at < until);
  }

  private void report(Path target, Format form, long count, long bytes) {
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("file", target.toString())
                  .put("format", form.name().toLowerCase(java.util.Locale.ROOT))
                  .put("messages", count)
                  .put("bytes", bytes)
                  .toObject());
    } else {
      cli.console().line(Sizes.count(count) + " messages, " + Sizes.bytes(bytes) + " in " + target);
    }
  }
}
