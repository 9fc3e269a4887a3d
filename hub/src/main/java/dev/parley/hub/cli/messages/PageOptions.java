package dev.parley.hub.cli.messages;

import dev.parley.client.message.HistoryQuery;
import dev.parley.client.message.MessagePage;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Moments;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which part of a long row of messages. */
public final class PageOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = Moments.class,
      description = "Not older: 2h (ago), 2026-11-15, 2026-11-15T20:00.")
  private @Nullable Long since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = Moments.class,
      description = "Not newer.")
  private @Nullable Long until;

  @Option(names = "--before", paramLabel = "CURSOR", description = "Page back from here.")
  private @Nullable Long before;

  @Option(names = "--after", paramLabel = "CURSOR", description = "Page on from here.")
  private @Nullable Long after;

  public HistoryQuery query() {
    HistoryQuery query = HistoryQuery.NEWEST.limit(limit);
    query = since == null ? query : query.since(since);
    query = until == null ? query : query.until(until);
    query = before == null ? query : query.before(before);
    return after == null ? query : query.after(after);
  }

  /** How to see the rest. */
  public void hint(Cli cli, MessagePage page) {
    if (page.more()) {
      cli.console()
          .note(
              after == null
                  ? "there are older ones: --before " + page.before()
                  : "there are more: --after " + page.after());
    }
  }
}
