package dev.parley.hub;

import dev.parley.hub.cli.ParleyCommand;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.TimeUnit;

/**
 * Walks through what a process usually does, so that the build can keep the classes it loaded in a
 * CDS archive. Run by {@code tools/assemble.sh} only. A class that is missing from the archive
 * costs start-up time and nothing else; a path worth starting fast belongs here.
 */
final class ArchiveTraining {

  private ArchiveTraining() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "cli" -> commandLine();
      case "server" -> server();
      default -> throw new IllegalArgumentException("cli or server, not " + arguments[0]);
    }
    // Leaves the way a real process does, exit included: that too loads classes.
    Main.main(new String[] {"--version"});
  }

  private static void commandLine() {
    var nowhere = new PrintWriter(Writer.nullWriter());
    for (String argument : new String[] {"--help", "--no-such-option"}) {
      ParleyCommand.commandLine().setOut(nowhere).setErr(nowhere).execute(argument);
    }
  }

  private static void server() throws Exception {
    Vertx vertx = Vertx.vertx();
    vertx
        .createHttpServer()
        .requestHandler(request -> request.response().end())
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }
}
