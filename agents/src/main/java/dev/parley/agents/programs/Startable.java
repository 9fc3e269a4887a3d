package dev.parley.agents.programs;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Whether a command could be started, found out before anything is changed for it. */
final class Startable {
  private Startable() {}

  /**
   * @param searched the folders in which programs are looked for, with colons between them
   * @throws Refused saying what the owner has to mend
   */
  static void require(Command command, String searched) {
    if (!Files.isDirectory(command.directory())) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "the folder of the command '"
              + command.name()
              + "' is not there: "
              + command.directory());
    }
    String program = command.argv().getFirst();
    boolean found =
        program.contains("/")
            ? isProgram(command.directory().resolve(program))
            : Stream.of(searched.split(":", -1))
                .anyMatch(folder -> isProgram(command.directory().resolve(folder), program));
    if (!found) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "the program of the command '" + command.name() + "' is not there: " + program);
    }
  }

  private static boolean isProgram(Path folder, String name) {
    try {
      return isProgram(folder.resolve(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
