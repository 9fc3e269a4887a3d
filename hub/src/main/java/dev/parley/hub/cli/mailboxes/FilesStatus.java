package dev.parley.hub.cli.mailboxes;

import dev.parley.client.json.JsonWriter;
import dev.parley.doors.files.Layout;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "status",
    description = "Count the files that wait to be taken, to be read, and that were rejected.")
final class FilesStatus implements Callable<Integer> {
  private static final String REASON = ".reason.txt";

  private final Cli cli;

  @Mixin private MailboxDirectory directory;

  FilesStatus(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Path folder = directory.of(cli);
    if (!Files.isDirectory(folder)) {
      throw CliError.failed("there is no folder " + folder);
    }
    var table = new Table("BOT", "TO BE TAKEN", "TO BE READ", "REJECTED");
    for (Path mailbox : mailboxes(folder)) {
      String bot = mailbox.getFileName().toString();
      long toBeTaken = count(mailbox.resolve(Layout.OUTBOX), ".json");
      long toBeRead = count(mailbox.resolve(Layout.INBOX), ".json");
      long rejected = count(mailbox.resolve(Layout.REJECTED), REASON);
      if (cli.isJson()) {
        cli.console()
            .json(
                new JsonWriter()
                    .put("bot", bot)
                    .put("toBeTaken", toBeTaken)
                    .put("toBeRead", toBeRead)
                    .put("rejected", rejected)
                    .toObject());
      } else {
        table.row(bot, "" + toBeTaken, "" + toBeRead, "" + rejected);
      }
    }
    if (!cli.isJson()) {
      table.print(cli.console(), "no mailboxes in " + folder);
    }
    return Exit.OK;
  }

  private static List<Path> mailboxes(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(
              entry -> Files.isDirectory(entry.resolve(Layout.OUTBOX), LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  private static long count(Path folder, String ending) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return 0;
    }
    long count = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        count += name.endsWith(ending) && !name.startsWith(".") ? 1 : 0;
      }
    }
    return count;
  }
}
