package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "schedules",
    description = "Have agents send messages at times to come, once or again and again.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley schedules add standup --of planner --cron '0 9 * * MON-FRI' --zone Europe/Berlin"
          + " --to group/team 'What are you at?'",
      "  parley schedules add once --at 2026-12-24T18:00:00+01:00 --to developer 'Merry Christmas'",
      "  parley schedules list --json",
      "  parley schedules trigger standup --of planner",
      "  parley schedules history standup --of planner"
    })
public final class SchedulesCommand extends CommandGroup {
  private final Cli cli;

  public SchedulesCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("add", new Add(cli));
    commands.put("show", new Show(cli));
    commands.put("update", new Update(cli));
    commands.put("enable", new Enable(cli));
    commands.put("disable", new Disable(cli));
    commands.put("trigger", new Trigger(cli));
    commands.put("history", new History(cli));
    commands.put("remove", new Remove(cli));
    return commands;
  }

  /** Which schedule a command is about. */
  static class Which {
    @Parameters(index = "0", paramLabel = "NAME", description = "The schedule's name.")
    String name = "";

    @Option(
        names = "--of",
        paramLabel = "AGENT",
        description = "Whose schedule it is, as whom it sends; you by default.")
    private @Nullable String agent;

    String agent(Cli cli) {
      return cli.agentOr(agent);
    }

    String path(Cli cli) {
      return "/api/schedules/"
          + URLEncoder.encode(agent(cli), UTF_8)
          + "/"
          + URLEncoder.encode(name, UTF_8);
    }
  }

  /** The same with when it fires and what it sends. */
  static final class What extends Which {
    @Option(
        names = "--cron",
        paramLabel = "FIELDS",
        description =
            "Minute, hour, day, month, weekday; with seconds before them if there are six.")
    private @Nullable String cron;

    @Option(names = "--zone", description = "The time zone of --cron; UTC by default.")
    private @Nullable String zone;

    @Option(
        names = "--at",
        paramLabel = "MOMENT",
        description = "Once, such as 2026-12-24T18:00:00+01:00.")
    private @Nullable String at;

    @Option(names = "--to", paramLabel = "PATH", description = "An agent, or a path.")
    private @Nullable String to;

    @Option(names = "--type", description = "What kind of message, such as task.")
    private @Nullable String type;

    @Option(names = "--payload", paramLabel = "JSON", description = "A JSON object.")
    private @Nullable String payload;

    @Option(
        names = "--missed",
        paramLabel = "POLICY",
        description = "What of times that passed while no hub ran: skip (default), once or all.")
    private @Nullable String missed;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT", description = "What it says.")
    private @Nullable String content;

    JsonWriter into(JsonWriter body) {
      put(body, "cron", cron);
      put(body, "zone", zone);
      put(body, "at", at);
      put(body, "to", to);
      put(body, "messageType", type);
      put(body, "missed", missed);
      put(body, "content", content);
      if (payload != null) {
        try {
          body.put("payload", JsonObject.parse(payload));
        } catch (JsonException e) {
          throw CliError.usage("--payload: not a JSON object: " + e.getMessage());
        }
      }
      return body;
    }

    private static void put(JsonWriter body, String name, @Nullable String value) {
      if (value != null) {
        body.put(name, value);
      }
    }
  }

  private static int print(Cli cli, JsonObject schedule) {
    if (cli.isJson()) {
      cli.console().json(schedule);
      return Exit.OK;
    }
    Table table = new Table("SCHEDULE", schedule.text("name", ""));
    table.row("sends as", schedule.text("agentId", ""));
    table.row("when", when(schedule));
    table.row("to", schedule.text("path", ""));
    table.row("type", schedule.text("messageType", ""));
    table.row(
        "says", schedule.has("content") ? schedule.text("content", "") : schedule.shown("payload"));
    table.row("missed times", schedule.text("missed", ""));
    table.row("next", next(schedule));
    table.row("runs", schedule.shown("runs"));
    table.print(cli.console(), "");
    return Exit.OK;
  }

  private static String when(JsonObject schedule) {
    return schedule.has("cron")
        ? schedule.text("cron", "") + " " + schedule.text("zone", "")
        : schedule.text("at", "");
  }

  private static String next(JsonObject schedule) {
    return schedule.has("next")
        ? Times.local(schedule.number("next", 0))
        : schedule.flag("enabled") ? "-" : "disabled";
  }

  @Command(name = "list", description = "List the schedules of your agents.")
  static final class ListAll implements Callable<Integer> {
    private static final int PAGE = 500;

    private final Cli cli;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      RestCalls calls = new RestCalls(cli);
      Table table = new Table("NAME", "OF", "WHEN", "TO", "NEXT", "RUNS");
      String cursor = null;
      do {
        JsonObject page =
            calls.get("/api/schedules" + RestCalls.query("limit", PAGE, "cursor", cursor));
        if (cli.isJson()) {
          cli.console().json(page);
        }
        page.objects("schedules").forEach(each -> add(table, each));
        cursor = page.text("next");
      } while (cursor != null);
      if (cli.isJson()) {
        return Exit.OK;
      }
      table.print(cli.console(), "no schedules yet; make one with: parley schedules add --help");
      return Exit.OK;
    }

    private static void add(Table table, JsonObject schedule) {
      table.row(
          schedule.text("name", ""),
          schedule.text("agentId", ""),
          when(schedule),
          schedule.text("path", ""),
          next(schedule),
          schedule.shown("runs"));
    }
  }

  @Command(name = "add", description = "Make a schedule.")
  static final class Add implements Callable<Integer> {
    private final Cli cli;
    @Mixin private What what = new What();

    Add(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonWriter body = new JsonWriter().put("name", what.name).put("agentId", what.agent(cli));
      return print(
          cli, new RestCalls(cli).send("POST", "/api/schedules", what.into(body).toBytes()));
    }
  }

  @Command(name = "show", description = "Show a schedule.")
  static final class Show implements Callable<Integer> {
    private final Cli cli;
    @Mixin private Which which = new Which();

    Show(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return print(cli, new RestCalls(cli).get(which.path(cli)));
    }
  }

  @Command(name = "update", description = "Change a schedule; what is not named stays.")
  static final class Update implements Callable<Integer> {
    private final Cli cli;
    @Mixin private What what = new What();

    Update(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      byte[] body = what.into(new JsonWriter()).toBytes();
      return print(cli, new RestCalls(cli).send("PUT", what.path(cli), body));
    }
  }

  private static int enable(Cli cli, Which which, boolean enabled) throws IOException {
    byte[] body = new JsonWriter().put("enabled", enabled).toBytes();
    return print(cli, new RestCalls(cli).send("PUT", which.path(cli), body));
  }

  @Command(name = "enable", description = "Let a schedule fire again, from its next time on.")
  static final class Enable implements Callable<Integer> {
    private final Cli cli;
    @Mixin private Which which = new Which();

    Enable(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return enable(cli, which, true);
    }
  }

  @Command(name = "disable", description = "Keep a schedule from firing.")
  static final class Disable implements Callable<Integer> {
    private final Cli cli;
    @Mixin private Which which = new Which();

    Disable(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return enable(cli, which, false);
    }
  }

  @Command(name = "trigger", description = "Send what a schedule says now; its times stay.")
  static final class Trigger implements Callable<Integer> {
    private final Cli cli;
    @Mixin private Which which = new Which();

    Trigger(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return print(cli, new RestCalls(cli).post(which.path(cli) + "/trigger"));
    }
  }

  @Command(name = "history", description = "Show what a schedule came to, the newest first.")
  static final class History implements Callable<Integer> {
    private final Cli cli;
    @Mixin private Which which = new Which();

    History(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).get(which.path(cli) + "/history");
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("FOR", "AT", "OUTCOME", "MESSAGE");
      for (JsonObject run : answer.objects("runs")) {
        table.row(
            Times.local(run.number("scheduledFor", 0)),
            Times.local(run.number("at", 0)),
            run.text("outcome", ""),
            run.has("messageId") ? run.text("messageId", "") : run.text("text", ""));
      }
      table.print(cli.console(), "it has not fired yet");
      return Exit.OK;
    }
  }

  @Command(name = "remove", description = "Delete a schedule and its history.")
  static final class Remove implements Callable<Integer> {
    private final Cli cli;
    @Mixin private Which which = new Which();

    Remove(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      new RestCalls(cli).send("DELETE", which.path(cli), new byte[0]);
      if (cli.isJson()) {
        cli.console().json(JsonObject.EMPTY);
      } else {
        cli.console().line("removed " + Escaped.line(which.name));
      }
      return Exit.OK;
    }
  }
}
