package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
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
    name = "card",
    description = "Show the card that an agent has published, publish another, or take it back.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley agents card researcher",
      "  parley agents card researcher --set card.json",
      "  parley agents card researcher --remove"
    })
public final class CardCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "AGENT", description = "Whose card.")
  private String agent;

  @Option(names = "--set", paramLabel = "FILE", description = "Publish the card in FILE (JSON).")
  private @Nullable Path file;

  @Option(names = "--remove", description = "Take the card back.")
  private boolean remove;

  public CardCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    String path = "/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/card";
    RestCalls hub = new RestCalls(cli);
    if (remove) {
      JsonObject _ = hub.send("DELETE", path, new byte[0]);
      cli.console().note("'" + agent + "' has no card any more");
      return Exit.OK;
    }
    cli.console()
        .json(file == null ? hub.get(path) : hub.send("PUT", path, Files.readAllBytes(file)));
    return Exit.OK;
  }
}
