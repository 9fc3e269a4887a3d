package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands about the codes that let others into a loop. */
final class LoopInvitations {
  private LoopInvitations() {}

  @Command(
      name = "invite",
      description = "Make a code that lets others into a loop until it is deleted; prints it.")
  static final class Invite extends LoopsCommand.OnLoop {
    Invite(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      JsonObject made = calls.send("POST", LoopCalls.path(loop, "invites"), calls.body());
      String code = made.text("code", "");
      int exitCode = calls.done(made, code);
      calls.note("whoever has it can join with: parley loops join " + code + " --as AGENT");
      return exitCode;
    }
  }

  @Command(name = "uninvite", description = "Delete a code; who came in by it stays.")
  static final class Uninvite extends LoopsCommand.OnLoop {
    @Parameters(index = "1", paramLabel = "CODE", description = "What 'invite' printed.")
    private String code;

    Uninvite(Cli cli) {
      super(cli);
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      calls.delete(LoopCalls.path(loop, "invites", code));
      return calls.done(
          new JsonWriter().put("loop", loop).put("code", code).put("deleted", true).toObject(),
          "deleted " + code);
    }
  }

  @Command(name = "join", description = "Become a member of the loop that a code is for.")
  static final class Join implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "CODE", description = "Such as LOOP-7K3M-ZQ0A.")
    private String code;

    Join(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      LoopCalls calls = new LoopCalls(cli);
      JsonObject answer =
          calls.send("POST", LoopCalls.path("join"), calls.body().put("code", code));
      return calls.done(answer, "joined " + answer.objectOrEmpty("loop").text("slug", ""));
    }
  }
}
