package dev.parley.hub.cli.mailboxes;

import dev.parley.client.json.JsonWriter;
import dev.parley.core.address.AgentId;
import dev.parley.doors.files.Layout;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "init",
    description = "Make mailboxes; a running hub opens them and makes their agents.")
final class FilesInit implements Callable<Integer> {
  private final Cli cli;

  @Mixin private MailboxDirectory directory;

  @Parameters(arity = "1..*", paramLabel = "BOT")
  private List<String> bots = List.of();

  FilesInit(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Path folder = directory.of(cli);
    List<AgentId> names = new ArrayList<>();
    for (String bot : bots) {
      names.add(checked(bot));
    }
    for (AgentId bot : names) {
      Path mailbox = Layout.make(folder, bot);
      if (cli.isJson()) {
        cli.console()
            .json(
                new JsonWriter()
                    .put("bot", bot.value())
                    .put("inbox", mailbox.resolve(Layout.INBOX).toString())
                    .put("outbox", mailbox.resolve(Layout.OUTBOX).toString())
                    .toObject());
      } else {
        cli.console().line(mailbox.toString());
      }
    }
    return Exit.OK;
  }

  /** All names before the first folder is made. */
  private static AgentId checked(String bot) {
    try {
      AgentId id = new AgentId(bot);
      Layout.directoryName(id);
      return id;
    } catch (IllegalArgumentException e) {
      throw CliError.usage(String.valueOf(e.getMessage()));
    }
  }
}
