package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.ReceivedMessage;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.MessageText;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands about what is said in the channels of a loop. */
final class LoopTalk {
  private static final String MESSAGES = "messages";

  private LoopTalk() {}

  /** A command about one channel. */
  abstract static class OnChannel extends LoopsCommand.OnLoop {
    @Parameters(index = "1", paramLabel = "CHANNEL", description = "Its name or id.")
    protected String channel;

    OnChannel(Cli cli) {
      super(cli);
    }
  }

  @Command(name = "say", description = "Say something in a channel; prints the message's id.")
  static final class Say extends OnChannel {
    @Parameters(
        index = "2..*",
        arity = "1..*",
        paramLabel = "TEXT",
        description = "What; - reads it from stdin.")
    private List<String> words = List.of();

    Say(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      boolean piped = words.size() == 1 && words.getFirst().equals("-");
      String text = piped ? cli.console().input().stripTrailing() : String.join(" ", words);
      if (text.isBlank()) {
        throw CliError.usage("there is nothing to say: give a text");
      }
      LoopCalls calls = new LoopCalls(cli);
      JsonObject said =
          calls.send(
              "POST",
              LoopCalls.channel(loop, channel, MESSAGES),
              calls.body().put("content", text));
      return calls.done(said, said.text("messageId", ""));
    }
  }

  @Command(
      name = "history",
      description = "Show what was said in a channel last, the newest at the end.")
  static final class History extends OnChannel {
    @Option(
        names = "--limit",
        paramLabel = "N",
        defaultValue = "50",
        description = "At most so many (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "Page back from here.")
    private @Nullable String cursor;

    History(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      JsonObject page =
          new LoopCalls(cli)
              .get(
                  LoopCalls.channel(loop, channel, MESSAGES)
                      + RestCalls.query("limit", limit, "cursor", cursor));
      if (cli.isJson()) {
        cli.console().json(page);
        return Exit.OK;
      }
      List<JsonObject> messages = page.objects(MESSAGES);
      if (messages.isEmpty()) {
        cli.console().line("nothing was said");
      }
      for (JsonObject each : messages) {
        MessageText.print(cli.console(), new ReceivedMessage(each.objectOrEmpty("message")));
      }
      String next = page.text("next");
      if (next != null) {
        cli.console().note("there are older ones: --cursor " + next);
      }
      return Exit.OK;
    }
  }
}
