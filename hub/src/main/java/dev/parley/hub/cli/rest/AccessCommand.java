package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "access",
    description = "Say who may send, subscribe, read and see what, beyond or against the defaults.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley access deny everyone send agent/payroll",
      "  parley access allow group/finance send agent/payroll",
      "  parley access allow auditor subscribe 'agent/**'",
      "  parley access why ada send agent/payroll"
    })
public final class AccessCommand extends CommandGroup {
  private static final String RULES = "/api/access";

  private final Cli cli;

  public AccessCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("allow", new Allow(cli));
    commands.put("deny", new Deny(cli));
    commands.put("remove", new Remove(cli));
    commands.put("why", new Why(cli));
    return commands;
  }

  private static String text(JsonObject rule) {
    return rule.text("effect", "")
        + " "
        + rule.text("subject", "")
        + " "
        + rule.text("action", "")
        + " "
        + rule.text("path", "");
  }

  @Command(name = "list", description = "List the rules, the most specific first.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).get(RULES);
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("RULE", "WHO", "ACTION", "PATH", "SINCE");
      for (JsonObject rule : answer.objects("rules")) {
        table.row(
            rule.text("effect", ""),
            rule.text("subject", ""),
            rule.text("action", ""),
            rule.text("path", ""),
            Times.local(rule.number("createdAt", 0)));
      }
      table.print(cli.console(), "no rules: the defaults of docs/guide.md hold");
      return Exit.OK;
    }
  }

  /** Whom, what and on which path: what all the others are told. */
  abstract static class OnRule implements Callable<Integer> {
    protected final Cli cli;

    @Parameters(
        index = "0",
        paramLabel = "WHO",
        description = "An agent, group/NAME, everyone or owner.")
    protected String who;

    @Parameters(index = "1", paramLabel = "ACTION", description = "send, subscribe, read or see.")
    protected String action;

    @Parameters(
        index = "2",
        paramLabel = "PATH",
        description = "A path or pattern; for read and see agent/ID.")
    protected String path;

    OnRule(Cli cli) {
      this.cli = cli;
    }

    protected final String query() {
      return RestCalls.query("subject", who, "action", action, "path", path);
    }

    protected final Integer put(String effect) throws IOException {
      byte[] body =
          new JsonWriter()
              .put("effect", effect)
              .put("subject", who)
              .put("action", action)
              .put("path", path)
              .toBytes();
      return print(new RestCalls(cli).send("PUT", RULES, body), "");
    }

    protected final Integer print(JsonObject answer, String before) {
      if (cli.isJson()) {
        cli.console().json(answer);
      } else {
        cli.console().line(before + Escaped.line(text(answer.objectOrEmpty("rule"))));
      }
      return Exit.OK;
    }
  }

  @Command(name = "allow", description = "Make a rule that allows something.")
  static final class Allow extends OnRule {
    Allow(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      return put("allow");
    }
  }

  @Command(name = "deny", description = "Make a rule that refuses something.")
  static final class Deny extends OnRule {
    Deny(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      return put("deny");
    }
  }

  @Command(name = "remove", description = "Remove a rule.")
  static final class Remove extends OnRule {
    Remove(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      return print(new RestCalls(cli).send("DELETE", RULES + query(), new byte[0]), "removed ");
    }
  }

  @Command(
      name = "why",
      description = "Explain what would be decided for an agent or the owner, and by which rule.")
  static final class Why extends OnRule {
    Why(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).get(RULES + "/why" + query());
      if (cli.isJson()) {
        cli.console().json(answer);
      } else {
        cli.console()
            .line(
                (answer.flag("allowed") ? "allowed, " : "refused, ")
                    + Escaped.line(answer.text("reason", "")));
      }
      return Exit.OK;
    }
  }
}
