package dev.parley.hub.cli.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "connect",
    description = "Let an app use your account at a provider such as google; ends in the browser.",
    usageHelpAutoWidth = true)
final class ConnectCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(index = "0", paramLabel = "APP", description = "Its id.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "PROVIDER", description = "As 'parley apps show' says.")
  private String provider = "";

  @Option(names = "--off", description = "Forget the login instead.")
  private boolean off;

  ConnectCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    String path = AppText.path(id) + "/logins/" + URLEncoder.encode(provider, UTF_8);
    if (off) {
      AppText.show(cli, new RestCalls(cli).send("DELETE", path, new byte[0]));
      return Exit.OK;
    }
    JsonObject started = new RestCalls(cli).post(path);
    if (cli.isJson()) {
      cli.console().json(started);
    } else {
      cli.console().line(Escaped.line(started.text("authorizeUrl", "")));
      cli.console().note("open this address in the browser and agree; the app is told by itself");
    }
    return Exit.OK;
  }
}
