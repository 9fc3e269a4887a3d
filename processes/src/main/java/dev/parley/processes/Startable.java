package dev.parley.processes;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Whether a program could be started, found out before anything is changed for it. */
public final class Startable {
  private Startable() {}

  /**
   * @param what asks for it, as the owner knows it
   * @param directory in which it is to run
   * @param searched the folders in which programs are looked for, with colons between them
   * @throws Refused saying what the owner has to mend
   */
  public static void require(String what, String program, Path directory, String searched) {
    if (!Files.isDirectory(directory)) {
      throw new Refused(
          ErrorCode.CONFLICT, "the folder of " + what + " is not there: " + directory);
    }
    boolean found =
        program.contains("/")
            ? isProgram(directory.resolve(program))
            : Stream.of(searched.split(":", -1))
                .anyMatch(folder -> isProgram(directory.resolve(folder), program));
    if (!found) {
      throw new Refused(ErrorCode.CONFLICT, "the program of " + what + " is not there: " + program);
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
