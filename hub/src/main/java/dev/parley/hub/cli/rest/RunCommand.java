package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Durations;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = "Have a brain of agents.brains think for an agent, whenever a message comes.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley agents run helpdesk --brain greeter",
      "  parley agents run helpdesk --brain greeter --debounce 500ms --batch 5",
      "  parley agents run helpdesk --off"
    })
public final class RunCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "AGENT")
  private String agent = "";

  @Option(names = "--brain", paramLabel = "NAME", description = "What thinks for it.")
  private @Nullable String brain;

  @Option(
      names = "--triage",
      paramLabel = "NAME",
      description = "A cheaper brain that is asked first whether to answer at all.")
  private @Nullable String triage;

  @Option(
      names = "--debounce",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long nothing more must have come before it thinks; 3s by default.")
  private @Nullable Duration debounce;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "How many messages begin a turn without that wait; 20 by default.")
  private @Nullable Integer batch;

  @Option(names = "--off", description = "Let it be a plain inbox again.")
  private boolean off;

  public RunCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls hub = new RestCalls(cli);
    String path = "/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/autorun";
    String wanted = brain;
    if (wanted == null) {
      if (!off) {
        throw CliError.usage("say which brain with --brain NAME, or --off");
      }
      wanted = hub.get(path).text("brain", "");
    }
    JsonWriter change = new JsonWriter().put("brain", wanted).put("enabled", !off);
    if (triage != null) {
      change.put("triage", triage);
    }
    if (debounce != null) {
      change.put("debounceMs", debounce.toMillis());
    }
    if (batch != null) {
      change.put("maxBatchSize", batch);
    }
    JsonObject now = hub.send("PUT", path, change.toBytes());
    if (cli.isJson()) {
      cli.console().json(now);
    } else if (off) {
      cli.console().line(Escaped.line(agent) + " does not run by itself any more");
    } else {
      cli.console().line(Escaped.line(agent) + " runs by itself, with " + now.text("brain", ""));
    }
    return Exit.OK;
  }
}
