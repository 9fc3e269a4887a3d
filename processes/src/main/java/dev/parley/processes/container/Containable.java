package dev.parley.processes.container;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a container could be started, found out before anything is changed for it. */
public final class Containable {
  private Containable() {}

  /**
   * @param what asks for it, as the owner knows it
   * @param workspace in which it is to work
   * @param hidden what no container is shown as a whole: the hub's data
   * @return the workspace without links, which could lead elsewhere later
   * @throws Refused saying what the owner has to mend
   */
  public static Path require(String what, ContainerRules rules, Path workspace, Path hidden)
      throws InterruptedException {
    if (!Files.isDirectory(workspace)) {
      throw conflict("the folder of " + what + " is not there: " + workspace);
    }
    for (Path shown : rules.writable()) {
      Path _ = refuseIfWithin(what, shown, rules, hidden);
    }
    for (Path shown : rules.readable()) {
      Path _ = refuseIfWithin(what, shown, rules, hidden);
    }
    Path real = refuseIfWithin(what, workspace, rules, hidden);
    Engine engine = new Engine(rules.engine());
    try {
      if (!engine.hasImage(rules.image())) {
        throw conflict(
            "the image of "
                + what
                + " is not there: "
                + rules.image()
                + "; the hub fetches none, pull or build it first");
      }
      return real;
    } catch (InterruptedIOException e) {
      boolean _ = Thread.interrupted();
      throw new InterruptedException("while an engine was asked for an image");
    } catch (IOException e) {
      throw conflict(
          what
              + " runs in a container, and the engine at "
              + rules.engine()
              + " cannot be used: "
              + e.getMessage());
    }
  }

  /** By these a container could become the hub, or the machine. */
  private static Path refuseIfWithin(String what, Path shown, ContainerRules rules, Path hidden) {
    try {
      Path real = shown.toRealPath();
      if (hidden.toRealPath().startsWith(real)) {
        throw conflict(what + " would be shown the hub's data, which are in " + shown);
      }
      if (rules.engine().toAbsolutePath().startsWith(real)) {
        throw conflict(what + " would be shown the engine's socket, which is in " + shown);
      }
      return real;
    } catch (IOException e) {
      throw conflict("what " + what + " is shown is not there: " + shown);
    }
  }

  private static Refused conflict(String message) {
    return new Refused(ErrorCode.CONFLICT, message);
  }
}
