package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Durations;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Sizes;
import java.io.IOException;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "retention",
    description = "Say how long and how many messages one inbox keeps.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley retention set logger --age 7d --count 10000",
      "  parley retention show logger",
      "  parley retention reset logger"
    })
public final class RetentionCommand extends CommandGroup {
  private final Cli cli;

  public RetentionCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("show", new Show(cli));
    commands.put("set", new Set(cli));
    commands.put("reset", new Reset(cli));
    return commands;
  }

  private static String path(String agent) {
    return "/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/inbox/retention";
  }

  private static int print(Cli cli, JsonObject limit) {
    if (cli.isJson()) {
      cli.console().json(limit);
      return Exit.OK;
    }
    long age = limit.number("ageMs", 0);
    long count = limit.number("countMax", 0);
    cli.console()
        .line(
            (age == 0 ? "for ever" : "for " + text(Duration.ofMillis(age)))
                + (count == 0 ? "" : ", at most " + Sizes.count(count) + " messages")
                + (limit.flag("isDefault") ? " (the default)" : ""));
    return Exit.OK;
  }

  private static String text(Duration age) {
    if (age.equals(Duration.ofDays(age.toDays()))) {
      return age.toDays() + "d";
    }
    return age.equals(Duration.ofSeconds(age.toSeconds()))
        ? age.toSeconds() + "s"
        : age.toMillis() + "ms";
  }

  @Command(name = "show", description = "Show what an inbox keeps.")
  static final class Show implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "AGENT", description = "Whose inbox.")
    private String agent;

    Show(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return print(cli, new RestCalls(cli).get(path(agent)));
    }
  }

  @Command(
      name = "set",
      description = "Keep no more than this; older messages go within a minute, read or not.")
  static final class Set implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "AGENT", description = "Whose inbox, and those of its sessions.")
    private String agent;

    @Option(
        names = "--age",
        paramLabel = "TIME",
        converter = Durations.class,
        description = "How long, such as 12h or 30d; 0 for ever, as when it is not given.")
    private @Nullable Duration age;

    @Option(
        names = "--count",
        paramLabel = "N",
        description = "How many, the newest; 0 for all, as when it is not given.")
    private @Nullable Long count;

    Set(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      if (age == null && count == null) {
        throw CliError.usage("say how much to keep: --age, --count or both");
      }
      JsonWriter body = new JsonWriter();
      if (age != null) {
        body.put("ageMs", age.toMillis());
      }
      if (count != null) {
        body.put("countMax", count);
      }
      return print(cli, new RestCalls(cli).send("PUT", path(agent), body.toBytes()));
    }
  }

  @Command(name = "reset", description = "Keep what inboxes keep by default.")
  static final class Reset implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "AGENT", description = "Whose inbox.")
    private String agent;

    Reset(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return print(cli, new RestCalls(cli).send("DELETE", path(agent), new byte[0]));
    }
  }
}
