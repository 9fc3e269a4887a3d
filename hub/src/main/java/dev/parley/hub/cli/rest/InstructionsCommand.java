package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "instructions",
    description = "Show what an agent that runs by itself is told to be, or tell it.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley agents instructions researcher",
      "  parley agents instructions researcher --set researcher.md",
      "  echo 'You read papers.' | parley agents instructions researcher --set -"
    })
public final class InstructionsCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "AGENT", description = "Which agent.")
  private String agent = "";

  @Option(
      names = "--set",
      paramLabel = "FILE",
      description = "Tell it what stands in FILE; - reads it from stdin, nothing takes it away.")
  private @Nullable String file;

  public InstructionsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    String path = "/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/instructions";
    RestCalls hub = new RestCalls(cli);
    JsonObject answer =
        file == null
            ? hub.get(path)
            : hub.send("PUT", path, new JsonWriter().put("instructions", read(file)).toBytes());
    if (cli.isJson()) {
      cli.console().json(answer);
    } else if (file != null) {
      cli.console().note("'" + agent + "' is told that from its next turn on");
    } else {
      cli.console().line(answer.text("instructions", "").stripTrailing());
    }
    return Exit.OK;
  }

  private String read(String from) throws IOException {
    return from.equals("-") ? cli.console().input() : Files.readString(Path.of(from));
  }
}
