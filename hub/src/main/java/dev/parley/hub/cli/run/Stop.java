package dev.parley.hub.cli.run;

import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Console;
import java.io.IOException;
import java.time.Duration;

/**
 * Closes the hub when the process is told to end. A stop that was asked for and went well is a
 * success, so the process then says 0 and not, as the JVM would, the number of the signal.
 */
final class Stop {
  /** Whoever stops a hub waits five seconds before pulling the plug. */
  private static final Duration AT_MOST = Duration.ofMillis(4500);

  private final Console console;
  private final RunningHub hub;
  private final Thread onExit = new Thread(this::onExit, "parley-stop");

  Stop(Console console, RunningHub hub) {
    this.console = console;
    this.hub = hub;
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /** Stops here and now, for whoever runs the command inside a process that goes on. */
  void now() throws IOException {
    Runtime.getRuntime().removeShutdownHook(onExit);
    hub.close();
  }

  private void onExit() {
    Thread closing =
        Thread.ofPlatform()
            .daemon()
            .name("parley-close")
            .start(
                () -> {
                  try {
                    hub.close();
                  } catch (IOException | RuntimeException e) {
                    console.note("parley: stopping failed: " + e);
                    Runtime.getRuntime().halt(Exit.FAILED);
                  }
                });
    boolean closed = false;
    try {
      closed = closing.join(AT_MOST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    console.note(
        closed ? "stopped" : "parley: stopping took too long; what was accepted is on disk");
    console.flush();
    Runtime.getRuntime().halt(closed ? Exit.OK : Exit.FAILED);
  }
}
