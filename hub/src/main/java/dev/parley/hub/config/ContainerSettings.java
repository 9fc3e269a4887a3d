package dev.parley.hub.config;

import dev.parley.processes.container.ContainerRules;
import dev.parley.processes.container.Engine;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads what containers of one kind may have, where the file names that kind. */
final class ContainerSettings {
  static final List<String> FIELDS =
      List.of(
          "image",
          "network",
          "hub",
          "user",
          "writable",
          "readable",
          "rootWritable",
          "cpus",
          "memoryMb",
          "processes",
          "minutes");

  private static final String ENGINE = "agents.containerEngine";

  private ContainerSettings() {}

  /** Where the engine listens; where engines usually do when nothing is said. */
  static Path engine(Settings settings) {
    String socket = settings.text(ENGINE, "");
    try {
      return socket.isBlank() ? Engine.usual(System.getenv()) : Path.of(socket).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new BadConfig(ENGINE, socket, "the path of a socket");
    }
  }

  /**
   * @param engine that runs them
   * @return nothing for programs that run on this machine
   * @throws IllegalArgumentException saying what is wrong
   */
  static Optional<ContainerRules> of(Path data, Settings settings, String key, Path engine) {
    if (FIELDS.stream().allMatch(field -> settings.isAbsent(key + field))) {
      return Optional.empty();
    }
    ContainerRules usual = ContainerRules.of(engine, "image");
    String network = settings.optionalText(key + "network");
    return Optional.of(
        new ContainerRules(
            engine,
            settings.optionalText(key + "image"),
            network.isBlank() ? usual.network() : network,
            settings.optionalText(key + "hub"),
            settings.optionalText(key + "user"),
            SandboxSettings.folders(data, settings, key + "writable"),
            SandboxSettings.folders(data, settings, key + "readable"),
            SandboxSettings.flag(settings, key + "rootWritable", false),
            cpus(settings, key + "cpus"),
            SandboxSettings.mib(settings, key + "memoryMb", usual.memoryBytes(), 16),
            (int)
                SandboxSettings.number(
                    settings, key + "processes", usual.processes(), 4, 1_000_000),
            Duration.ofMinutes(
                SandboxSettings.number(settings, key + "minutes", 0, 0, 1_000_000))));
  }

  private static double cpus(Settings settings, String key) {
    String value = settings.optionalText(key);
    if (value.isBlank()) {
      return 0;
    }
    try {
      double number = Double.parseDouble(value);
      if (number > 0 && number <= 4_096) {
        return number;
      }
    } catch (NumberFormatException e) {
      // It is said below what is expected.
    }
    throw new BadConfig(key, value, "a number above 0, up to 4096");
  }
}
