package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "approvals",
    description = "Show what agents want leave for, and answer.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley approvals list",
      "  parley approvals allow 0198…",
      "  parley approvals deny 0198… --reason 'not on a Friday'"
    })
public final class ApprovalsCommand extends CommandGroup {
  private static final String PATH = "/api/approvals";

  private final Cli cli;

  public ApprovalsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("show", new Show(cli));
    commands.put("allow", new Allow(cli));
    commands.put("deny", new Deny(cli));
    return commands;
  }

  /** Alone it lists. */
  @Override
  public Integer call() throws IOException {
    return new ListAll(cli).call();
  }

  private static String path(String id) {
    return PATH + "/" + URLEncoder.encode(id, UTF_8);
  }

  private static void show(Cli cli, JsonObject approval) {
    if (cli.isJson()) {
      cli.console().json(approval);
      return;
    }
    cli.console().line(Escaped.line(approval.text("what", "")));
    cli.console().line(Escaped.line("asked by  " + approval.text("asker", "")));
    cli.console().line(Escaped.line("payload   sha256 " + approval.text("sha256", "")));
    String by = approval.text("by", "");
    cli.console()
        .line(
            Escaped.line(
                "state     " + approval.text("state", "") + (by.isEmpty() ? "" : " by " + by)));
  }

  @Command(name = "list", description = "List what waits for an answer.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    @Option(names = "--all", description = "Those that are decided, too.")
    private boolean all;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).get(PATH + (all ? "?state=all" : ""));
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("ID", "ASKED BY", "STATE", "UNTIL", "WHAT");
      for (JsonObject approval : answer.objects("approvals")) {
        table.row(
            approval.text("id", ""),
            approval.text("asker", ""),
            approval.text("state", ""),
            Times.local(approval.number("expiresAt", 0)),
            approval.text("what", "").strip().replaceAll("\\s+", " "));
      }
      table.print(cli.console(), all ? "nobody has asked" : "nothing waits for an answer");
      return Exit.OK;
    }
  }

  @Command(name = "show", description = "Show one request.")
  static final class Show implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "ID", description = "Which: see parley approvals list.")
    private String id;

    Show(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      show(cli, new RestCalls(cli).get(path(id)));
      return Exit.OK;
    }
  }

  /** What allowing and denying have in common. */
  abstract static class Answering implements Callable<Integer> {
    private final Cli cli;
    private final boolean allow;

    @Parameters(paramLabel = "ID", description = "Which: see parley approvals list.")
    private String id;

    @Option(
        names = "--sha256",
        paramLabel = "HASH",
        description = "Of the payload the answer is about; refused when it is another one.")
    private @Nullable String sha256;

    @Option(names = "--reason", paramLabel = "TEXT", description = "What the agent is told.")
    private @Nullable String reason;

    Answering(Cli cli, boolean allow) {
      this.cli = cli;
      this.allow = allow;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject body = JsonObject.EMPTY.with("allow", allow);
      if (sha256 != null) {
        body = body.with("sha256", sha256);
      }
      if (reason != null) {
        body = body.with("reason", reason);
      }
      show(cli, new RestCalls(cli).send("POST", path(id), body.toString().getBytes(UTF_8)));
      return Exit.OK;
    }
  }

  @Command(name = "allow", description = "Let the agent do it.")
  static final class Allow extends Answering {
    Allow(Cli cli) {
      super(cli, true);
    }
  }

  @Command(name = "deny", description = "Do not let the agent do it.")
  static final class Deny extends Answering {
    Deny(Cli cli) {
      super(cli, false);
    }
  }
}
