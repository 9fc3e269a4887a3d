package dev.parley.hub.cli.messages;

import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Reply;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Durations;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "request",
    description = "Send a message and print the reply to it.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley request researcher 'what do we know about x?'",
      "  parley request calculator --payload '{\"a\":1,\"b\":2}' --timeout 5s --json"
    })
public final class RequestCommand extends HubCommand {
  @Mixin private Recipients recipients;
  @Mixin private DraftOptions options;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "30s",
      description = "How long to wait for the reply, 10m at most (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  private Draft draft = Draft.toEveryone();

  public RequestCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected void prepare() throws IOException {
    draft = options.fill(recipients.draft(), recipients.text(), cli);
  }

  @Override
  protected int run(ParleyClient client) throws IOException {
    Reply answer = client.request(options.attach(draft, cli), timeout);
    if (cli.isJson()) {
      cli.printAnswer(answer.json());
      return Exit.OK;
    }
    String content = answer.reply().content();
    if (content != null) {
      console().line(Escaped.block(content, ""));
    }
    if (content == null || !answer.reply().payload().names().isEmpty()) {
      console().line(Escaped.json(answer.reply().payload().raw()));
    }
    return Exit.OK;
  }
}
