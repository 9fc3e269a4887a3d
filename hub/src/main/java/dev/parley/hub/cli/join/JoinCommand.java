package dev.parley.hub.cli.join;

import dev.parley.client.Agents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonWriter;
import dev.parley.core.address.AgentId;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "join",
    description = "Make an MCP client an agent: its token, its configuration, and a look at it.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley join ada --client claude",
      "  parley join ben --client codex --yes",
      "  parley join team --client vscode --project",
      "  parley leave ada                     takes the same away again"
    })
public final class JoinCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "AGENT", description = "The agent it is to be; added if not there.")
  private String agent = "";

  @Option(
      names = "--client",
      required = true,
      paramLabel = "CLIENT",
      description = "${COMPLETION-CANDIDATES}.")
  private Client client;

  @Option(
      names = "--stdio",
      description = "Have it start parley mcp, in place of requests to the hub's address.")
  private boolean stdio;

  @Option(
      names = "--new-token",
      description = "Give an agent that is there a new token; its present one is good no more.")
  private boolean newToken;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Which tools to show: all, core, crowd or bot (default: core).")
  private @Nullable String profile;

  @Mixin private Target target;

  public JoinCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    AgentId id = new AgentId(agent);
    Joins joins = new Joins(cli.data());
    Change change = new Change(cli, client, target);
    URI hub = agentsAddress();
    change.confirm(way(joins, id, hub, Way.WITHHELD));
    if (target.isDryRun()) {
      if (cli.isJson()) {
        cli.console().json(report(change, way(joins, id, hub, ""), id).toObject());
      }
      return Exit.OK;
    }
    String token = token(joins, id, hub);
    Way way = way(joins, id, hub, token);
    // First, so that an entry that was written is known to whoever leaves.
    joins.add(id, new Joins.Place(client, change.path(), target.name()));
    change.write(way);
    return told(change, way, id, look(token));
  }

  private ClientList.Answer look(String token) {
    if (target.isElsewhere()) {
      return new ClientList.Answer(ClientList.Seen.NO_LIST, "", "");
    }
    if (!cli.isJson() && !client.listCommand().isEmpty()) {
      cli.console().note("asking: " + String.join(" ", client.listCommand()));
    }
    return new ClientList(cli.environment())
        .ask(client, target.name(), Path.of("").toAbsolutePath(), token);
  }

  private int told(Change change, Way way, AgentId id, ClientList.Answer answer) {
    boolean good = answer.seen().isGood();
    if (cli.isJson()) {
      cli.console()
          .json(
              report(change, way, id)
                  .put(
                      "check",
                      Map.of(
                          "seen", answer.seen().wireName(),
                          "command", answer.command(),
                          "said", answer.said()))
                  .toObject());
    } else {
      String said = answer.said().isEmpty() ? "" : ": " + answer.said();
      String words = target.isElsewhere() ? "it is for you to look there" : answer.seen().words();
      cli.console().line(Escaped.line(client.wireName() + ": " + words + said));
      if (good) {
        cli.console().line("Now: parley send " + id.value() + " 'hello'");
      }
    }
    return good ? Exit.OK : Exit.FAILED;
  }

  private JsonWriter report(Change change, Way way, AgentId id) {
    return change
        .report(way)
        .put("agentId", id.value())
        .put("tokenFile", new Joins(cli.data()).tokenFile(id).toString());
  }

  private Way way(Joins joins, AgentId id, URI hub, String token) {
    if (stdio || target.isProject()) {
      List<String> options = new ArrayList<>();
      options.addAll(List.of("--agent", id.value()));
      options.addAll(List.of("--token-file", joins.tokenFile(id).toString()));
      if (profile != null) {
        options.addAll(List.of("--profile", profile));
      }
      return new Way.Stdio(Target.bridge(cli, options));
    }
    String scheme = "wss".equals(hub.getScheme()) ? "https" : "http";
    String query = profile == null ? "" : "?profile=" + profile;
    return new Way.Http(URI.create(scheme + "://" + hub.getRawAuthority() + "/mcp" + query), token);
  }

  /** Where agents come in: a port of its own at the hub of the data directory. */
  private URI agentsAddress() throws IOException {
    URI address = Cli.answering(cli.addresses());
    DataDirectory.Running running = cli.data().running().orElse(null);
    if (running == null || running.agentPort() == 0 || !running.webSocket().equals(address)) {
      return address;
    }
    return new DataDirectory.Running(running.host(), running.agentPort(), 0, 0).webSocket();
  }

  /** The one it has, if it is good; else a new one, with a new agent if need be. */
  private String token(Joins joins, AgentId id, URI hub) throws IOException {
    String kept = newToken ? null : joins.token(id);
    if (kept != null && isGood(id, kept, hub)) {
      return kept;
    }
    try (ParleyClient owner = cli.connect()) {
      String token = newToken ? owner.agents().token(id.value()) : added(owner, id);
      joins.keep(id, token);
      return token;
    }
  }

  private static String added(ParleyClient owner, AgentId id) {
    try {
      return owner.agents().create(id.value(), Agents.Details.NONE).token();
    } catch (ParleyException e) {
      if (e.code().equals("already_exists")) {
        throw CliError.failed(
            "agent '"
                + id
                + "' is there already, and its token is not here; --new-token gives it another, and"
                + " whoever uses the present one is cut off");
      }
      throw e;
    }
  }

  private boolean isGood(AgentId id, String token, URI hub) {
    try (ParleyClient client = cli.connect(ClientOptions.agent(id.value(), token, hub))) {
      return client != null;
    } catch (ParleyException e) {
      if (e.code().equals(ParleyException.UNAUTHORIZED)) {
        return false;
      }
      throw e;
    }
  }
}
