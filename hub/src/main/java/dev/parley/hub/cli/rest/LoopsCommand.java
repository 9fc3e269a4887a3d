package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "loops",
    description = "Make loops, let agents in by codes, and talk in their channels.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley loops create Acme --as ada",
      "  parley loops invite acme",
      "  parley loops join LOOP-7K3M-ZQ0A --as ben",
      "  parley loops channels acme --add plans --private",
      "  parley loops say acme general 'hello all' --as ben",
      "  parley loops history acme general --limit 20"
    })
public final class LoopsCommand extends CommandGroup {
  private final Cli cli;

  public LoopsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("list", new ListAll(cli));
    commands.put("create", new Create(cli));
    commands.put("show", new Show(cli));
    commands.put("invite", new LoopInvitations.Invite(cli));
    commands.put("uninvite", new LoopInvitations.Uninvite(cli));
    commands.put("join", new LoopInvitations.Join(cli));
    commands.put("leave", new LoopMembers.Leave(cli));
    commands.put("members", new LoopMembers.Members(cli));
    commands.put("role", new LoopMembers.SetRole(cli));
    commands.put("remove", new LoopMembers.Remove(cli));
    commands.put("channels", new LoopChannels(cli));
    commands.put("say", new LoopTalk.Say(cli));
    commands.put("history", new LoopTalk.History(cli));
    commands.put("delete", new Delete(cli));
    return commands;
  }

  /** A command about one loop. */
  abstract static class OnLoop implements Callable<Integer> {
    protected final Cli cli;

    @Parameters(index = "0", paramLabel = "LOOP", description = "Its slug, such as acme, or id.")
    protected String loop;

    OnLoop(Cli cli) {
      this.cli = cli;
    }
  }

  @Command(
      name = "list",
      description = "List the loops one is a member of; with the owner's token all there are.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      JsonObject answer = calls.get(LoopCalls.path());
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("LOOP", "NAME", "ROLE", "MEMBERS", "CHANNELS", "SINCE");
      for (JsonObject loop : answer.objects("loops")) {
        table.row(
            loop.text("slug", ""),
            loop.text("name", ""),
            loop.text("role", "-"),
            loop.shown("memberCount"),
            Integer.toString(loop.objects("channels").size()),
            Times.local(loop.number("createdAt", 0)));
      }
      table.print(cli.console(), "no loops yet; make one with: parley loops create NAME");
      calls.noteWhoLooks();
      return Exit.OK;
    }
  }

  @Command(
      name = "create",
      description = "Make a loop with the channel 'general' and own it; prints its slug.")
  static final class Create implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "NAME", description = "For people; the slug is made of it.")
    private String name;

    @Option(names = "--description", paramLabel = "TEXT", description = "What it is for.")
    private @Nullable String description;

    Create(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      JsonObject answer =
          calls.send(
              "POST",
              LoopCalls.path(),
              calls.body().put("name", name).put("description", description));
      String slug = answer.objectOrEmpty("loop").text("slug", "");
      int exitCode = calls.done(answer, slug);
      calls.note("let others in with a code of: parley loops invite " + slug);
      return exitCode;
    }
  }

  @Command(
      name = "show",
      description = "Show a loop with its channels, and its codes to whoever may manage it.")
  static final class Show extends OnLoop {
    Show(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      JsonObject answer = calls.get(LoopCalls.path(loop));
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      print(answer.objectOrEmpty("loop"));
      calls.noteWhoLooks();
      return Exit.OK;
    }

    private void print(JsonObject found) {
      Table table = new Table("LOOP", found.text("slug", ""));
      table.row("name", found.text("name", ""));
      String description = found.text("description");
      if (description != null) {
        table.row("description", description);
      }
      table.row("id", found.text("id", ""));
      table.row("made by", found.text("creator", ""));
      table.row("since", Times.local(found.number("createdAt", 0)));
      table.row("members", found.shown("memberCount"));
      table.row("role", found.text("role", "-"));
      for (JsonObject channel : found.objects("channels")) {
        table.row(
            "channel", channel.text("name", "") + (channel.flag("private") ? " (private)" : ""));
      }
      for (JsonObject invitation : found.objects("invitations")) {
        table.row(
            "code", invitation.text("code", "") + " by " + invitation.text("creator", "nobody"));
      }
      table.print(cli.console(), "");
    }
  }

  @Command(name = "delete", description = "Delete a loop; what was said in it stays stored.")
  static final class Delete extends OnLoop {
    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    Delete(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      String path = LoopCalls.path(loop);
      cli.confirm(yes, "Delete loop " + loop + " with its channels and memberships?");
      LoopCalls calls = new LoopCalls(cli);
      calls.delete(path);
      return calls.done(
          new JsonWriter().put("loop", loop).put("deleted", true).toObject(), "deleted " + loop);
    }
  }
}
