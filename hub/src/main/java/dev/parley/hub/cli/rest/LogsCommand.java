package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Inbox;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    description = "Show what was said in the sessions of an agent that runs by itself.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley logs planner                 # its sessions",
      "  parley logs planner/main            # what was said in one",
      "  parley logs planner release notes   # where all these words occur"
    })
public final class LogsCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(index = "0", paramLabel = "AGENT[/SESSION]")
  private String whose = "";

  @Parameters(index = "1..*", arity = "0..*", paramLabel = "WORD", description = "Look for these.")
  private List<String> words = List.of();

  @Option(names = "--limit", paramLabel = "COUNT", description = "How many at most.")
  private int limit = 50;

  public LogsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Inbox inbox = Inbox.parse(whose);
    String agent = "/api/agents/" + encoded(inbox.agentId());
    String session = inbox.sessionId();
    String path;
    if (!words.isEmpty()) {
      path =
          agent
              + "/log-search"
              + RestCalls.query("q", String.join(" ", words), "session", session, "limit", limit);
    } else {
      path =
          agent
              + (session == null ? "/logs" : "/logs/" + encoded(session))
              + RestCalls.query("limit", limit);
    }
    JsonObject answer = new RestCalls(cli).get(path);
    if (cli.isJson()) {
      cli.console().json(answer);
    } else if (session == null && words.isEmpty()) {
      sessions(answer);
    } else {
      entries(answer);
    }
    return Exit.OK;
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, UTF_8);
  }

  private void sessions(JsonObject answer) {
    Table table = new Table("SESSION", "LANE", "LAST TURN", "WAITING");
    for (JsonObject each : answer.objects("sessions")) {
      long waiting = each.number("waiting", 0);
      table.row(
          each.text("sessionId", ""),
          each.text("lane", ""),
          Times.local(each.number("lastAt", 0)),
          waiting == 0 ? "" : Long.toString(waiting));
    }
    table.print(cli.console(), "nothing was said yet");
  }

  private void entries(JsonObject answer) {
    List<JsonObject> entries = answer.objects("entries");
    for (JsonObject each : entries) {
      JsonObject message = each.objectOrEmpty("message");
      boolean came = each.text("type", "").equals("auto-turn");
      String who = came ? message.text("from", "") : each.text("outcome", each.text("type", ""));
      String text = came ? message.text("content", "") : each.text("text", "");
      cli.console()
          .line(
              Times.local(each.number("at", 0))
                  + "  "
                  + Escaped.line(each.text("sessionId", "") + "  " + who));
      text.lines().forEach(line -> cli.console().line("    " + Escaped.line(line)));
    }
    if (entries.isEmpty()) {
      cli.console().line("nothing was found");
    }
  }
}
