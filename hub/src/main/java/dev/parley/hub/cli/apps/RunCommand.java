package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    aliases = "link",
    description = {
      "Run an app from the folder it is written in. The hub launches it anew whenever its binary or"
          + " manifest changes; nothing is copied, signed or verified."
    },
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {"  parley apps run ./calculator", "  parley apps run . --json"})
final class RunCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "DIR", description = "The folder with manifest.json and binary.")
  private Path folder = Path.of("");

  RunCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    if (!Files.isRegularFile(folder.resolve("manifest.json"))) {
      throw CliError.usage(
          "there is no manifest.json in "
              + Escaped.line(folder.toString())
              + "; name the folder of an app");
    }
    byte[] body = new JsonWriter().put("directory", folder.toRealPath().toString()).toBytes();
    AppText.show(cli, new RestCalls(cli).send("POST", AppText.APPS + "/link", body));
    return Exit.OK;
  }
}
