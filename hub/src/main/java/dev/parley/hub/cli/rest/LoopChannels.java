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

@Command(name = "channels", description = "List the channels of a loop, make one or delete one.")
final class LoopChannels extends LoopsCommand.OnLoop {
  @Option(names = "--add", paramLabel = "NAME", description = "Make a channel.")
  private @Nullable String added;

  @Option(
      names = "--private",
      description = "With --add: only for who is let in with 'members LOOP CHANNEL --add AGENT'.")
  private boolean closed;

  @Option(names = "--description", paramLabel = "TEXT", description = "With --add: what it is for.")
  private @Nullable String description;

  @Option(
      names = "--delete",
      paramLabel = "NAME",
      description = "Delete a channel; what was said in it stays stored.")
  private @Nullable String deleted;

  @Option(names = "--yes", description = "With --delete: do not ask.")
  private boolean yes;

  LoopChannels(Cli cli) {
    super(cli);
  }

  @Override
  public Integer call() throws IOException {
    if (added != null && deleted != null) {
      throw CliError.usage("--add or --delete, one at a time");
    }
    if (added == null && (closed || description != null)) {
      throw CliError.usage("--private and --description are for a channel that --add makes");
    }
    if (added != null) {
      return add(added);
    }
    return deleted != null ? delete(deleted) : list();
  }

  private int list() throws IOException {
    JsonObject found = new LoopCalls(cli).get(LoopCalls.path(loop)).objectOrEmpty("loop");
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put("channels", found.objects("channels")).toObject());
      return Exit.OK;
    }
    Table table = new Table("CHANNEL", "PRIVATE", "PATH", "SINCE", "DESCRIPTION");
    for (JsonObject channel : found.objects("channels")) {
      table.row(
          channel.text("name", ""),
          channel.flag("private") ? "yes" : "no",
          channel.text("path", ""),
          Times.local(channel.number("createdAt", 0)),
          channel.text("description", ""));
    }
    table.print(cli.console(), "no channels; make one with: parley loops channels LOOP --add NAME");
    return Exit.OK;
  }

  private int add(String name) throws IOException {
    LoopCalls calls = new LoopCalls(cli);
    JsonObject made =
        calls.send(
            "POST",
            LoopCalls.path(loop, "channels"),
            calls
                .body()
                .put("name", LoopCalls.name(name))
                .put("description", description)
                .put("private", closed));
    return calls.done(made, made.text("name", ""));
  }

  private int delete(String channel) throws IOException {
    String path = LoopCalls.channel(loop, channel);
    String name = LoopCalls.name(channel);
    cli.confirm(yes, "Delete channel " + name + " of loop " + loop + "?");
    LoopCalls calls = new LoopCalls(cli);
    calls.delete(path);
    return calls.done(
        new JsonWriter().put("loop", loop).put("channel", name).put("deleted", true).toObject(),
        "deleted " + name);
  }
}
