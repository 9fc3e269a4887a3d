package dev.parley.processes;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
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
    if (find(program, directory, searched).isEmpty()) {
      throw new Refused(ErrorCode.CONFLICT, "the program of " + what + " is not there: " + program);
    }
  }

  /** Where it is, if it is there; parameters as above. */
  public static Optional<Path> find(String program, Path directory, String searched) {
    try {
      return (program.contains("/")
              ? Stream.of(directory.resolve(program))
              : Stream.of(searched.split(":", -1))
                  .map(folder -> directory.resolve(folder).resolve(program)))
          .filter(Startable::isProgram)
          .findFirst();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
