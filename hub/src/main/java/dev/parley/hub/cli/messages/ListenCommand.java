package dev.parley.hub.cli.messages;

import dev.parley.client.Ack;
import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Inbox;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Durations;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "listen",
    description = "Print messages as they come, across restarts of the hub.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley listen researcher                          watch, changing nothing",
      "  parley listen researcher --ack manual --json      take them; each is acknowledged once"
          + " printed",
      "  parley listen researcher --from pending --count 1 --timeout 10s"
    })
public final class ListenCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(
      arity = "0..1",
      paramLabel = "AGENT[/SESSION]",
      description = "Whose (default: --as, else developer).")
  private @Nullable String whose;

  @Option(
      names = "--ack",
      paramLabel = "MODE",
      defaultValue = "none",
      description = {
        "none: copies, they stay pending; auto: delivered when they arrive;",
        "manual: delivered once printed (default: ${DEFAULT-VALUE})."
      })
  private Ack ack;

  @Option(
      names = "--from",
      paramLabel = "START",
      description = "pending, now, or a cursor (default: now without --ack, else pending).")
  private @Nullable String from;

  @Option(names = "--count", paramLabel = "N", description = "Stop after so many.")
  private @Nullable Long count;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Stop after this long; with --count it is a failure not to have them by then.")
  private @Nullable Duration timeout;

  public ListenCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws InterruptedException {
    Inbox inbox = Inbox.parse(cli.agentOr(whose));
    ListenOptions options =
        switch (ack) {
          case NONE -> ListenOptions.COPIES;
          // With a count what is printed is what is delivered, and no message more.
          case AUTO -> count == null ? ListenOptions.AUTO : ListenOptions.MANUAL;
          case MANUAL -> ListenOptions.MANUAL;
        };
    long messages = count == null ? Long.MAX_VALUE : count;
    int window = Math.clamp(messages, 1, options.window());
    ListenOptions bounded = options.window(window).from(start());
    try (ParleyClient client = cli.connect(MessageStream.told(cli))) {
      return new MessageStream(cli).take(client, inbox, bounded, messages, timeout);
    }
  }

  private @Nullable String start() {
    if (from == null || from.equals(ListenOptions.PENDING) || from.equals(ListenOptions.NOW)) {
      return from;
    }
    if (!from.matches("\\d{1,18}")) {
      throw CliError.usage("--from: '" + from + "' is neither pending nor now nor a cursor");
    }
    return from;
  }
}
