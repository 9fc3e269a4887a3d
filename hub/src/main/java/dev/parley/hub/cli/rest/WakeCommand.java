package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "wake",
    description = "Tell an agent now that it has messages; show, measure and change its ways.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley wake ada                     by the way that has proved best",
      "  parley wake ada --probe             sends a message by each way, and measures",
      "  parley wake ada --show              which ways it has, and which there are",
      "  parley wake ada --add opencode url=http://127.0.0.1:4096 session=ses_1 password=…",
      "  parley wake ada --remove opencode"
    })
public final class WakeCommand implements Callable<Integer> {
  /** Longer than the hub is patient with one way. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Cli cli;

  @Parameters(index = "0", paramLabel = "AGENT")
  private String agent = "";

  @Parameters(
      index = "1..*",
      paramLabel = "NAME=VALUE",
      arity = "0..*",
      description = "With --add: the settings of the way.")
  private List<String> settings = List.of();

  @Option(names = "--way", paramLabel = "WAY", description = "In this way only.")
  private @Nullable String way;

  @Option(names = "--probe", description = "Measure how long it takes until a message is read.")
  private boolean probe;

  @Option(names = "--show", description = "Show its ways, and those there are.")
  private boolean show;

  @Option(names = "--add", paramLabel = "WAY", description = "Say how it can be woken.")
  private @Nullable String add;

  @Option(names = "--remove", paramLabel = "WAY", description = "Wake it so no longer.")
  private @Nullable String remove;

  public WakeCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls calls = new RestCalls(cli).patient(PATIENCE);
    String path = "/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/wake";
    if (!settings.isEmpty() && add == null) {
      throw CliError.usage("settings go with --add");
    }
    if (add != null) {
      return changed(calls.send("PUT", path + "/ways/" + encoded(add), body()));
    }
    if (remove != null) {
      return changed(calls.send("DELETE", path + "/ways/" + encoded(remove), new byte[0]));
    }
    if (show) {
      return shown(calls.get(path));
    }
    return probe ? probed(calls, path) : woken(calls.post(path + RestCalls.query("way", way)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private byte[] body() {
    Map<String, String> values = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals <= 0) {
        throw CliError.usage("'" + setting + "' is not NAME=VALUE");
      }
      values.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return new JsonWriter().putAll(values).toBytes();
  }

  private int changed(JsonObject answer) {
    if (cli.isJson()) {
      cli.console().json(answer);
    } else {
      cli.console().line(add != null ? "added " + add : "removed " + remove);
    }
    return Exit.OK;
  }

  private int woken(JsonObject attempt) {
    boolean told = attempt.text("outcome", "").equals("told");
    if (cli.isJson()) {
      cli.console().json(attempt);
    } else {
      String reason = attempt.text("reason", "");
      cli.console()
          .line(
              Escaped.line(
                  attempt.text("way", "")
                      + (told ? ": told; whether it reads, parley status says" : ": " + reason)));
    }
    return told ? Exit.OK : Exit.FAILED;
  }

  private int probed(RestCalls calls, String path) throws IOException {
    // A way at a time: each may take a minute.
    List<String> ways =
        way != null
            ? List.of(way)
            : calls.get(path).objects("ways").stream().map(each -> each.text("way", "")).toList();
    if (ways.isEmpty()) {
      throw CliError.failed("nobody has said how '" + agent + "' can be woken; see --show");
    }
    Table table = new Table("WAY", "TOLD MS", "READ MS", "");
    boolean any = false;
    List<JsonObject> all = new ArrayList<>();
    for (String each : ways) {
      JsonObject answer = calls.post(path + "/probe" + RestCalls.query("way", each));
      for (JsonObject probed : answer.objects("probes")) {
        boolean read = probed.has("readMs");
        any |= read;
        all.add(probed);
        table.row(
            probed.text("way", ""),
            Long.toString(probed.number("toldMs", 0)),
            read ? Long.toString(probed.number("readMs", 0)) : "-",
            probed.text("reason", ""));
      }
    }
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put("probes", all).toObject());
    } else {
      table.print(cli.console(), "");
    }
    return any ? Exit.OK : Exit.FAILED;
  }

  private int shown(JsonObject wake) {
    if (cli.isJson()) {
      cli.console().json(wake);
      return Exit.OK;
    }
    Table table = new Table("WAY", "PROVEN", "P50 MS", "P99 MS", "LAST", "LAST FAILURE");
    if (wake.flag("thinks")) {
      table.row("turn", "the hub thinks for it", "", "", "", "");
    }
    for (JsonObject each : wake.objects("ways")) {
      boolean measured = each.has("p50Ms");
      table.row(
          each.text("way", ""),
          each.flag("proven") ? "yes" : "no",
          measured ? Long.toString(each.number("p50Ms", 0)) : "",
          measured ? Long.toString(each.number("p99Ms", 0)) : "",
          each.has("lastAt") ? Times.local(each.number("lastAt", 0)) : "",
          each.text("lastFailure", ""));
    }
    table.print(cli.console(), "nobody has said how it can be woken");
    Table kinds = new Table("THERE IS", "NEEDS", "");
    for (JsonObject each : wake.objects("kinds")) {
      kinds.row(
          each.text("way", ""),
          String.join(" ", each.texts("required")),
          each.text("description", ""));
    }
    for (JsonObject each : wake.objects("unasked")) {
      kinds.row(each.text("way", ""), "(unasked)", each.text("description", ""));
    }
    kinds.print(cli.console(), "");
    return Exit.OK;
  }
}
