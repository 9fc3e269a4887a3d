package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands about who is in a loop and in its private channels. */
final class LoopMembers {
  private LoopMembers() {}

  @Command(
      name = "members",
      description = "List who is in a loop or takes part in one of its channels.")
  static final class Members extends LoopsCommand.OnLoop {
    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "CHANNEL",
        description = "Only who takes part in this one.")
    private @Nullable String channel;

    @Option(
        names = "--add",
        paramLabel = "AGENT",
        description = "Let this member of the loop into CHANNEL, which is private.")
    private @Nullable String added;

    @Option(
        names = "--remove",
        paramLabel = "AGENT",
        description = "Take this one out of CHANNEL, which is private.")
    private @Nullable String removed;

    Members(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      if (added != null && removed != null) {
        throw CliError.usage("--add or --remove, one at a time");
      }
      String inside = channel;
      if (inside == null) {
        if (added != null || removed != null) {
          throw CliError.usage(
              "--add and --remove are for a private CHANNEL; for the loop itself there are:"
                  + " parley loops invite, role, remove");
        }
        return list(LoopCalls.path(loop, "members"));
      }
      if (added != null) {
        return admit(inside, added);
      }
      return removed != null
          ? dismiss(inside, removed)
          : list(LoopCalls.channel(loop, inside, "members"));
    }

    private int list(String path) throws IOException {
      JsonObject answer = new LoopCalls(cli).get(path);
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("AGENT", "ROLE", "ONLINE", "SINCE");
      for (JsonObject member : answer.objects("members")) {
        table.row(
            member.text("agent", ""),
            member.text("role", ""),
            member.flag("online") ? "yes" : "no",
            Times.local(member.number("joinedAt", 0)));
      }
      table.print(cli.console(), "nobody");
      return Exit.OK;
    }

    private int admit(String inside, String agent) throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      JsonObject member =
          calls.send("PUT", LoopCalls.channel(loop, inside, "members", agent), calls.body());
      return calls.done(member, agent + " takes part in " + LoopCalls.name(inside));
    }

    private int dismiss(String inside, String agent) throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      calls.delete(LoopCalls.channel(loop, inside, "members", agent));
      return calls.done(
          new JsonWriter()
              .put("loop", loop)
              .put("channel", LoopCalls.name(inside))
              .put("agent", agent)
              .put("removed", true)
              .toObject(),
          "removed " + agent + " from " + LoopCalls.name(inside));
    }
  }

  @Command(
      name = "role",
      description = "Change a member's role; the hub's owner adds an agent by it, without a code.")
  static final class SetRole extends LoopsCommand.OnLoop {
    @Parameters(index = "1", paramLabel = "AGENT", description = "Whose.")
    private String agent;

    @Parameters(
        index = "2",
        paramLabel = "ROLE",
        description = "owner (everything), admin (invites, members and channels) or member.")
    private String role;

    SetRole(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      JsonObject member =
          calls.send("PUT", LoopCalls.path(loop, "members", agent), calls.body().put("role", role));
      return calls.done(member, agent + " is " + member.text("role", "") + " of " + loop);
    }
  }

  @Command(name = "remove", description = "Remove a member from a loop.")
  static final class Remove extends LoopsCommand.OnLoop {
    @Parameters(index = "1", paramLabel = "AGENT", description = "Whom.")
    private String agent;

    Remove(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      calls.delete(LoopCalls.path(loop, "members", agent));
      return calls.done(
          new JsonWriter().put("loop", loop).put("agent", agent).put("removed", true).toObject(),
          "removed " + agent + " from " + loop);
    }
  }

  @Command(name = "leave", description = "Leave a loop; coming back takes a code.")
  static final class Leave extends LoopsCommand.OnLoop {
    Leave(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      calls.send("POST", LoopCalls.path(loop, "leave"), calls.body());
      return calls.done(
          new JsonWriter().put("loop", loop).put("left", true).toObject(), "left " + loop);
    }
  }
}
