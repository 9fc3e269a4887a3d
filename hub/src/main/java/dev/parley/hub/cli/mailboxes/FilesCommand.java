package dev.parley.hub.cli.mailboxes;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import picocli.CommandLine.Command;

@Command(
    name = "files",
    description = "Make mailboxes made of files, and see what is in them.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley up --files /srv/bot-messages",
      "  parley files init engineer commander --files /srv/bot-messages",
      "  parley files status --files /srv/bot-messages"
    })
public final class FilesCommand extends CommandGroup {
  private final Cli cli;

  public FilesCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("init", new FilesInit(cli));
    commands.put("status", new FilesStatus(cli));
    return commands;
  }
}
