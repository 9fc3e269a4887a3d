package dev.parley.testkit.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A program that is installed, or not. */
public final class Program {
  private Program() {}

  /** Also where servers and tools of root stand, outside many users' PATH. */
  public static Optional<Path> find(String name) {
    return Stream.concat(
            Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
            Stream.of("/usr/sbin", "/sbin", "/usr/local/sbin", "/usr/local/bin"))
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
