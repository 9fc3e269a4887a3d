package dev.parley.hub.config;

import dev.parley.processes.sandbox.Limits;
import dev.parley.processes.sandbox.SandboxRules;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads what programs of one kind may touch, where the file names that kind. */
final class SandboxSettings {
  static final List<String> FIELDS =
      List.of(
          "sandbox",
          "network",
          "nested",
          "writable",
          "readable",
          "memoryMb",
          "processes",
          "cpuSeconds",
          "fileMb",
          "openFiles",
          "minutes");

  private static final int MB_MAX = 1 << 20;

  private SandboxSettings() {}

  /**
   * @param otherwise whether there is a sandbox when the file says nothing about it
   * @return nothing for programs that run with all rights of the hub's user
   */
  static Optional<SandboxRules> of(Path data, Settings settings, String key, boolean otherwise) {
    if (!flag(settings, key + "sandbox", otherwise)) {
      FIELDS.stream()
          .filter(field -> !field.equals("sandbox") && !settings.isAbsent(key + field))
          .findFirst()
          .ifPresent(
              field -> {
                throw new BadConfig(key + field, "without a sandbox it has no meaning");
              });
      return Optional.empty();
    }
    Limits usual = Limits.DEFAULT;
    return Optional.of(
        new SandboxRules(
            key + "sandbox",
            folders(data, settings, key + "writable"),
            folders(data, settings, key + "readable"),
            flag(settings, key + "network", true),
            flag(settings, key + "nested", false),
            new Limits(
                mib(settings, key + "memoryMb", usual.memoryBytes(), 16),
                (int) number(settings, key + "processes", usual.processes(), 4, 1_000_000),
                number(settings, key + "cpuSeconds", usual.cpuSeconds(), 0, 100_000_000),
                mib(settings, key + "fileMb", usual.fileBytes(), 1),
                (int) number(settings, key + "openFiles", usual.openFiles(), 16, 1_000_000),
                Duration.ofMinutes(
                    number(settings, key + "minutes", usual.time().toMinutes(), 0, 1_000_000)))));
  }

  /** Relative ones are in the data directory. */
  static List<Path> folders(Path data, Settings settings, String key) {
    return settings.items(key).stream()
        .map(
            folder -> {
              try {
                return data.resolve(folder).toAbsolutePath().normalize();
              } catch (InvalidPathException e) {
                throw new BadConfig(key, folder, "folders");
              }
            })
        .toList();
  }

  static boolean flag(Settings settings, String key, boolean otherwise) {
    String value = settings.optionalText(key);
    if (!value.isBlank() && !value.equals("true") && !value.equals("false")) {
      throw new BadConfig(key, value, "one of false, true");
    }
    return value.isBlank() ? otherwise : value.equals("true");
  }

  static long mib(Settings settings, String key, long otherwise, long min) {
    return number(settings, key, otherwise >> 20, min, MB_MAX) << 20;
  }

  static long number(Settings settings, String key, long otherwise, long min, long max) {
    String value = settings.optionalText(key);
    if (value.isBlank()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // It is said below what is expected.
    }
    throw new BadConfig(key, value, min + " to " + max);
  }
}
