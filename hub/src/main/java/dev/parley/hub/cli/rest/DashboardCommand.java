package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "dashboard",
    description = "Print an address that opens the dashboard logged in, once, within a minute.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {"  parley dashboard", "  parley dashboard --open"})
public final class DashboardCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(names = "--open", description = "Open it in the browser as well.")
  private boolean open;

  public DashboardCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    RestCalls calls = new RestCalls(cli);
    String code = calls.post("/api/login/codes").text("code", "");
    String address = calls.base() + "/?code=" + code;
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put("address", address).toObject());
    } else {
      cli.console().line(address);
    }
    if (open) {
      open(address);
    }
    return Exit.OK;
  }

  private void open(String address) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("mac")
            ? List.of("open", address)
            : system.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                : List.of("xdg-open", address);
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      cli.console().note("no browser could be opened; open the address above yourself");
    }
  }
}
