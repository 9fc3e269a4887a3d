package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.message.Draft;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "attach",
    description = {
      "Show what an agent's program writes until it ends, and send the agent what is typed, each"
          + " line a message."
    },
    usageHelpAutoWidth = true)
public final class AttachCommand extends HubCommand {
  @Parameters(paramLabel = "AGENT")
  private String id = "";

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "4096",
      description = "How much of what it has written is shown first (default: ${DEFAULT-VALUE}).")
  private int bytes;

  public AttachCommand(Cli cli) {
    super(cli);
  }

  @Override
  protected int run(ParleyClient client) throws IOException {
    Thread typed = Thread.ofVirtual().name("parley-typed").start(() -> send(client));
    try {
      new ProgramLog(cli, id).follow(bytes);
    } finally {
      typed.interrupt();
    }
    return Exit.OK;
  }

  private void send(ParleyClient client) {
    try {
      BufferedReader lines = new BufferedReader(new InputStreamReader(console().in(), UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          var _ = client.send(Draft.to(id).content(line));
        }
      }
    } catch (ParleyException e) {
      console().note("not sent: " + e.getMessage());
    } catch (IOException e) {
      // There is nothing more to be read.
    }
  }
}
