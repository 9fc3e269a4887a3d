package dev.parley.hub.cli.registry;

import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Inbox;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.HubCommand;
import dev.parley.hub.cli.output.Escaped;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Talking with an agent in one of its sessions; what it answers comes to one's inbox. */
final class TalkCommands {
  private TalkCommands() {}

  private static int said(Cli cli, JsonObject answer) {
    if (cli.isJson()) {
      cli.printAnswer(answer);
    } else {
      cli.console()
          .line(
              Escaped.line(
                  answer.text("agentId", "")
                      + "/"
                      + answer.text("sessionId", "")
                      + " "
                      + answer.text("messageId", "")));
    }
    return Exit.OK;
  }

  @Command(name = "start", description = "Begin a session by saying something in it.")
  static final class Start extends HubCommand {
    @Parameters(index = "0", paramLabel = "AGENT")
    private String agent;

    @Parameters(index = "1", paramLabel = "TEXT", description = "What the agent is told.")
    private String text;

    @Option(
        names = "--session",
        paramLabel = "NAME",
        description = "Its name (default: a new one).")
    private @Nullable String session;

    @Option(names = "--title", description = "What it is about.")
    private @Nullable String title;

    Start(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      return said(cli, client.sessions().start(agent, session, title, text));
    }
  }

  @Command(name = "continue", description = "Say more in a session; main is always there.")
  static final class Continue extends HubCommand {
    @Parameters(index = "0", paramLabel = "AGENT/SESSION")
    private String name;

    @Parameters(index = "1", paramLabel = "TEXT", description = "What the agent is told.")
    private String text;

    Continue(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      return said(cli, client.sessions().proceed(SessionsCommand.session(name), text));
    }
  }

  @Command(name = "abort", description = "Break off the turn that a session is in.")
  static final class Abort extends HubCommand {
    @Parameters(paramLabel = "AGENT/SESSION")
    private String name;

    Abort(Cli cli) {
      super(cli);
    }

    @Override
    protected int run(ParleyClient client) {
      Inbox session = SessionsCommand.session(name);
      JsonObject answer = client.sessions().abort(session);
      if (cli.isJson()) {
        cli.printAnswer(answer);
      } else {
        console().line(answer.flag("aborted") ? "broken off" : "no turn is made in " + session);
      }
      return Exit.OK;
    }
  }
}
