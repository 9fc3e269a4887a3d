package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "memory",
    description = "See what agents remember, have them remember more, or forget.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley memory store planner 'Reviews are on Thursdays.'",
      "  parley memory store planner 'Likes short reports.' --layer entity --subject Ada",
      "  parley memory recall planner 'when do we review?' --json",
      "  parley memory list planner --layer daily",
      "  parley memory forget planner ID"
    })
public final class MemoryCommand extends CommandGroup {
  private static final int TEXT_MAX = 100;

  private final Cli cli;

  public MemoryCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("recall", new Recall(cli));
    commands.put("store", new Store(cli));
    commands.put("forget", new Forget(cli));
    return commands;
  }

  private static String path(String agent) {
    return "/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/memories";
  }

  private static int print(Cli cli, JsonObject answer, String whenEmpty) {
    if (cli.isJson()) {
      cli.console().json(answer);
      return Exit.OK;
    }
    Table table = new Table("ID", "LAYER", "ABOUT", "UPDATED", "TEXT");
    for (JsonObject each : answer.objects("memories")) {
      String text = each.text("content", "").strip().replaceAll("\\s+", " ");
      table.row(
          each.text("id", ""),
          each.text("layer", ""),
          each.text("subject", ""),
          Times.local(each.number("updatedAt", 0)),
          text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text);
    }
    table.print(cli.console(), whenEmpty);
    return Exit.OK;
  }

  @Command(name = "list", description = "List what an agent remembers, the newest first.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "AGENT")
    private String agent = "";

    @Option(names = "--layer", description = "Only tacit, daily or entity.")
    private @Nullable String layer;

    @Option(names = "--limit", paramLabel = "N", description = "How many at most; 50 by default.")
    private @Nullable Integer limit;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      String query = RestCalls.query("layer", layer, "limit", limit);
      return print(
          cli, new RestCalls(cli).get(path(agent) + query), "it does not remember anything yet");
    }
  }

  @Command(name = "recall", description = "Ask what an agent remembers of something.")
  static final class Recall implements Callable<Integer> {
    private final Cli cli;

    @Parameters(index = "0", paramLabel = "AGENT")
    private String agent = "";

    @Parameters(index = "1", paramLabel = "TEXT", description = "Of what, in words of your own.")
    private String text = "";

    @Option(names = "--layer", description = "Only tacit, daily or entity.")
    private @Nullable String layer;

    @Option(names = "--limit", paramLabel = "N", description = "How many at most; 5 by default.")
    private int limit = 5;

    Recall(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      String query = RestCalls.query("q", text, "layer", layer, "limit", limit);
      return print(
          cli, new RestCalls(cli).get(path(agent) + query), "it remembers nothing like that");
    }
  }

  @Command(name = "store", description = "Have an agent remember something.")
  static final class Store implements Callable<Integer> {
    private final Cli cli;

    @Parameters(index = "0", paramLabel = "AGENT")
    private String agent = "";

    @Parameters(index = "1", paramLabel = "TEXT")
    private String text = "";

    @Option(names = "--layer", description = "tacit (by default), daily or entity.")
    private String layer = "tacit";

    @Option(names = "--subject", description = "Of whom or what; with --layer entity.")
    private @Nullable String subject;

    Store(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonWriter body = new JsonWriter().put("content", text).put("layer", layer);
      if (subject != null) {
        body.put("subject", subject);
      }
      JsonObject answer = new RestCalls(cli).send("POST", path(agent), body.toBytes());
      if (cli.isJson()) {
        cli.console().json(answer);
      } else {
        String id = answer.objectOrEmpty("memory").text("id", "");
        cli.console().line((answer.flag("created") ? "remembers " : "brought up to date ") + id);
      }
      return Exit.OK;
    }
  }

  @Command(name = "forget", description = "Have an agent forget something.")
  static final class Forget implements Callable<Integer> {
    private final Cli cli;

    @Parameters(index = "0", paramLabel = "AGENT")
    private String agent = "";

    @Parameters(index = "1", paramLabel = "ID")
    private String id = "";

    Forget(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      new RestCalls(cli)
          .send("DELETE", path(agent) + "/" + URLEncoder.encode(id, UTF_8), new byte[0]);
      if (cli.isJson()) {
        cli.console().json(JsonObject.EMPTY);
      } else {
        cli.console().line("forgotten");
      }
      return Exit.OK;
    }
  }
}
