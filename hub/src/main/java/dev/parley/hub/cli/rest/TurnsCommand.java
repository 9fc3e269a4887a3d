package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "turns",
    description = "Show what waits for an agent that runs by itself, and the turns it has made.",
    usageHelpAutoWidth = true)
public final class TurnsCommand implements Callable<Integer> {
  private static final int TEXT_MAX = 60;

  private final Cli cli;

  @Parameters(paramLabel = "AGENT")
  private String agent = "";

  public TurnsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    JsonObject answer =
        new RestCalls(cli).get("/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/turns");
    if (cli.isJson()) {
      cli.console().json(answer);
      return Exit.OK;
    }
    Table table = new Table("STARTED", "SESSION", "STATE", "TEXT");
    for (JsonObject open : answer.objects("open")) {
      long since = open.number("startedAt", 0);
      table.row(
          since == 0 ? "" : Times.local(since),
          open.text("session", ""),
          since == 0 ? "waiting" : "running",
          "");
    }
    for (JsonObject turn : answer.objects("turns")) {
      String text = turn.text("text", "").strip().replaceAll("\\s+", " ");
      table.row(
          Times.local(turn.number("startedAt", 0)),
          turn.text("session", ""),
          turn.text("outcome", ""),
          text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text);
    }
    table.print(cli.console(), "no turns yet");
    return Exit.OK;
  }
}
