package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.ReceivedMessage;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.Moments;
import dev.parley.hub.cli.output.MessageText;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "search",
    description = "Find messages by their words, best first.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley search quarterly report --since 7d",
      "  parley search '\"exact phrase\" prefix* -without' --from researcher",
      "  parley search --to developer --type task"
    })
public final class SearchCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(
      arity = "0..*",
      paramLabel = "WORD",
      description = "Words, \"phrases\", prefix*, -without, OR.")
  private List<String> words = List.of();

  @Option(names = "--from", paramLabel = "SENDER", description = "Only what SENDER sent.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "AGENT|PATH",
      description = "Only what reached AGENT or was sent to PATH.")
  private @Nullable String to;

  @Option(names = "--type", paramLabel = "TYPE", description = "Only messages of this type.")
  private @Nullable String type;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = Moments.class,
      description = "Only what was sent at or after TIME: 2h (ago), 2026-11-15, …")
  private @Nullable Long since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = Moments.class,
      description = "Only what was sent before TIME.")
  private @Nullable Long until;

  @Option(names = "--limit", paramLabel = "N", description = "At most N (default: 20).")
  private int limit = 20;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "Go on after an earlier page.")
  private @Nullable String cursor;

  public SearchCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    String query =
        RestCalls.query(
            "q", words.isEmpty() ? null : String.join(" ", words),
            "from", from,
            "to", to,
            "type", type,
            "since", since,
            "until", until,
            "limit", limit,
            "cursor", cursor);
    JsonObject page = new RestCalls(cli).get("/api/search" + query);
    if (cli.isJson()) {
      cli.console().json(page);
      return Exit.OK;
    }
    List<JsonObject> hits = page.objects("hits");
    if (hits.isEmpty()) {
      cli.console().line("nothing found");
    }
    for (JsonObject hit : hits) {
      MessageText.print(cli.console(), new ReceivedMessage(hit.objectOrEmpty("message")));
    }
    String next = page.text("next");
    if (next != null) {
      cli.console().note(page.number("total", 0) + " in all; the next page: --cursor " + next);
    }
    return Exit.OK;
  }
}
