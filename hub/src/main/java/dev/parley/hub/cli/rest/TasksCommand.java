package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
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
    name = "tasks",
    description = "Show what agents have asked each other to do; send and cancel tasks.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley tasks list --state working",
      "  parley tasks send helpdesk 'Summarise the tickets'",
      "  parley tasks show 0198…",
      "  parley tasks cancel 0198… --reason 'not needed any more'"
    })
public final class TasksCommand extends CommandGroup {
  private static final String PATH = "/api/tasks";

  private final Cli cli;

  public TasksCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("show", new Show(cli));
    commands.put("send", new Send(cli));
    commands.put("cancel", new Cancel(cli));
    return commands;
  }

  /** Alone it lists. */
  @Override
  public Integer call() throws IOException {
    return new ListAll(cli).call();
  }

  private static String path(String id) {
    return PATH + "/" + URLEncoder.encode(id, UTF_8);
  }

  private static void show(Cli cli, JsonObject task) {
    if (cli.isJson()) {
      cli.console().json(task);
      return;
    }
    cli.console().line(Escaped.line(task.text("title", "")));
    cli.console().line(Escaped.line("from   " + task.text("from", "")));
    cli.console()
        .line(Escaped.line("state  " + task.text("state", "") + ", by " + task.text("by", "")));
    String note = task.text("note", "");
    if (!note.isEmpty()) {
      cli.console().line(Escaped.line("note   " + note));
    }
  }

  @Command(name = "list", description = "List tasks, the newest first.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    @Option(names = "--state", paramLabel = "STATE", description = "Only those in this state.")
    private @Nullable String state;

    @Option(
        names = "--agent",
        paramLabel = "AGENT",
        description = "Only those that this agent has sent or does.")
    private @Nullable String agent;

    @Option(names = "--limit", paramLabel = "COUNT", description = "How many at most.")
    private int limit = 50;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer =
          new RestCalls(cli)
              .get(PATH + RestCalls.query("state", state, "agent", agent, "limit", limit));
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("ID", "STATE", "FROM", "TO", "CHANGED", "TASK");
      for (JsonObject task : answer.objects("tasks")) {
        table.row(
            task.text("id", ""),
            task.text("state", ""),
            task.text("from", ""),
            String.join(",", task.texts("assignees")),
            Times.local(task.number("changedAt", 0)),
            task.text("title", "").strip().replaceAll("\\s+", " "));
      }
      table.print(cli.console(), "no tasks");
      return Exit.OK;
    }
  }

  @Command(name = "show", description = "Show how far a task has come.")
  static final class Show implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "ID", description = "Which: see parley tasks list.")
    private String id;

    Show(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      show(cli, new RestCalls(cli).get(path(id)));
      return Exit.OK;
    }
  }

  @Command(name = "send", description = "Ask an agent to do something.")
  static final class Send implements Callable<Integer> {
    private final Cli cli;

    @Parameters(index = "0", paramLabel = "AGENT", description = "Who is to do it.")
    private String to;

    @Parameters(index = "1", paramLabel = "TEXT", description = "What is to be done.")
    private String text;

    Send(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject body =
          JsonObject.EMPTY.with("to", to).with("messageType", "task").with("content", text);
      JsonObject receipt =
          new RestCalls(cli).send("POST", "/api/messages", body.toString().getBytes(UTF_8));
      if (cli.isJson()) {
        cli.console().json(receipt);
      } else {
        cli.console().line(Escaped.line("task " + receipt.text("messageId", "")));
      }
      return Exit.OK;
    }
  }

  @Command(name = "cancel", description = "Cancel a task; a turn about it is broken off.")
  static final class Cancel implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "ID", description = "Which: see parley tasks list.")
    private String id;

    @Option(names = "--reason", paramLabel = "TEXT", description = "What the agent is told.")
    private @Nullable String reason;

    Cancel(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject body = reason == null ? JsonObject.EMPTY : JsonObject.EMPTY.with("reason", reason);
      show(
          cli,
          new RestCalls(cli).send("POST", path(id) + "/cancel", body.toString().getBytes(UTF_8)));
      return Exit.OK;
    }
  }
}
