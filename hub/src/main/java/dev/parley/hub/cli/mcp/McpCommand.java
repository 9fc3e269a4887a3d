package dev.parley.hub.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.Agents;
import dev.parley.client.ClientKey;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.RequestSigner;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.join.InstallCommand;
import dev.parley.hub.cli.join.UninstallCommand;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "mcp",
    description = "Speak MCP on standard input and output; install it in a client.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "[install|uninstall]",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley mcp --agent researcher                     what an MCP client starts",
      "  parley mcp install --client claude --agent claude",
      "  parley mcp install --client cursor --json --yes"
    })
public final class McpCommand extends CommandGroup {
  private final Cli cli;

  @Option(
      names = "--agent",
      paramLabel = "ID",
      description = "Take part as this agent (default: developer, or whose token is given).")
  private @Nullable String agent;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Which tools to show: all, core, crowd or bot (default: core).")
  private @Nullable String profile;

  @Option(
      names = "--register",
      description = "Add the agent if the hub does not know it; needs the owner's token.")
  private boolean register;

  public McpCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("install", new InstallCommand(cli));
    commands.put("uninstall", new UninstallCommand(cli));
    return commands;
  }

  @Override
  public Integer call() {
    // Whatever else writes, in this process or in a library, must not do it there.
    System.setOut(System.err);
    if (register) {
      registerAgent();
    }
    try {
      new Bridge(new Lines(cli.console().in(), cli.console().out()), new HubLink(this::hub)).run();
      return Exit.OK;
    } catch (IOException e) {
      throw CliError.failed("the client's end broke: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Exit.FAILED;
    }
  }

  private @Nullable String agent() {
    return agent == null ? cli.agent() : agent;
  }

  private HubLink.Hub hub() {
    ClientOptions options = cli.options();
    URI socket = Cli.answering(options.addresses());
    var query = new StringBuilder();
    append(query, "agentId", agent());
    append(query, "profile", profile);
    String scheme = "wss".equals(socket.getScheme()) ? "https" : "http";
    URI mcp = URI.create(scheme + "://" + socket.getRawAuthority() + "/mcp" + query);
    ClientKey key = options.key();
    RequestSigner signer =
        key == null ? null : new RequestSigner(String.valueOf(options.agentId()), key);
    return new HubLink.Hub(mcp, key == null ? options.token() : "", signer);
  }

  private static void append(StringBuilder query, String name, @Nullable String value) {
    if (value != null) {
      query.append(query.isEmpty() ? '?' : '&').append(name).append('=');
      query.append(URLEncoder.encode(value, UTF_8));
    }
  }

  /** A hub that is not there yet is no reason to fail: the client will be told when it asks. */
  private void registerAgent() {
    String id = agent();
    if (id == null) {
      throw CliError.usage("--register needs --agent");
    }
    try (ParleyClient client = cli.connect()) {
      var _ = client.agents().create(id, Agents.Details.NONE);
      cli.console().note("registered agent " + id);
    } catch (CliError e) {
      cli.console().note(String.valueOf(e.getMessage()));
    } catch (ParleyException e) {
      if (!e.code().equals("already_exists")) {
        cli.console().note("agent " + id + " was not registered: " + e.getMessage());
      }
    }
  }
}
