package dev.parley.hub.config;

import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Leave;
import dev.parley.brains.harness.Preset;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the settings of a brain that is a harness. */
final class HarnessSettings {
  /** Of one that is started for each turn. */
  static final Set<String> STARTED =
      Stream.concat(
              Stream.of("preset", "argv", "directory", "environment", "model", "endpoint", "key"),
              SandboxSettings.FIELDS.stream())
          .collect(Collectors.toUnmodifiableSet());

  /** Of one that stays. */
  static final Set<String> STAYING =
      Stream.concat(STARTED.stream(), Stream.of("permissions", "tools", "idleMinutes"))
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}(=.*)?");
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]{0,127}}");
  private static final int IDLE_MINUTES_MAX = 24 * 60;

  private HarnessSettings() {}

  static BrainSetting.Harness of(Path data, Settings settings, String key, boolean stays) {
    Preset preset = preset(settings, key);
    List<String> argv = settings.items(key + "argv");
    if (preset == Preset.OTHER && argv.isEmpty()) {
      throw new BadConfig(
          key + "preset", "which harness it is: one of " + presets() + ", or its argv");
    }
    if (argv.stream().anyMatch(argument -> argument.indexOf('\0') >= 0)
        || (!argv.isEmpty() && argv.getFirst().isBlank())) {
      throw new BadConfig(key + "argv", "a list that begins with the program is expected");
    }
    return new BrainSetting.Harness(
        stays,
        preset,
        argv,
        directory(data, settings, key),
        environment(settings, key),
        optional(settings, key + "model"),
        endpoint(settings, key),
        reference(settings, key + "key"),
        permissions(settings, key),
        settings.items(key + "tools"),
        idle(settings, key),
        SandboxSettings.of(data, settings, key, false).orElse(null));
  }

  private static Preset preset(Settings settings, String key) {
    String name = settings.optionalText(key + "preset");
    return name.isBlank()
        ? Preset.OTHER
        : Preset.named(name)
            .orElseThrow(() -> new BadConfig(key + "preset", name, "one of " + presets()));
  }

  private static String presets() {
    return String.join(
        ", ",
        Arrays.stream(Preset.values())
            .filter(each -> each != Preset.OTHER)
            .map(Preset::settingName)
            .toList());
  }

  private static @Nullable String optional(Settings settings, String key) {
    String value = settings.optionalText(key);
    return value.isBlank() ? null : value;
  }

  private static @Nullable Path directory(Path data, Settings settings, String key) {
    String value = optional(settings, key + "directory");
    try {
      return value == null ? null : data.resolve(value).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new BadConfig(key + "directory", String.valueOf(value), "a folder");
    }
  }

  private static List<String> environment(Settings settings, String key) {
    List<String> entries = settings.items(key + "environment");
    for (String entry : entries) {
      if (!VARIABLE.matcher(entry).matches() || entry.startsWith("PARLEY_")) {
        throw new BadConfig(
            key + "environment",
            "names of variables are expected, or NAME=value, such as [HTTPS_PROXY, LEVEL=3,"
                + " TOKEN=${MY_TOKEN}]; those that begin with PARLEY_ the hub sets itself");
      }
    }
    return entries;
  }

  private static @Nullable URI endpoint(Settings settings, String key) {
    String value = optional(settings, key + "endpoint");
    if (value == null) {
      return null;
    }
    try {
      URI uri = URI.create(value);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getUserInfo() == null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // It is said below what is expected.
    }
    throw new BadConfig(key + "endpoint", value, "an address such as http://127.0.0.1:8080/v1");
  }

  /** A secret stands in the hub's environment, not in a file; its value is not repeated here. */
  private static @Nullable String reference(Settings settings, String key) {
    String value = optional(settings, key);
    if (value != null && !REFERENCE.matcher(value).matches()) {
      throw new BadConfig(
          key, "the name of a variable of the hub's environment is expected, as ${NAME}");
    }
    return value;
  }

  private static Leave permissions(Settings settings, String key) {
    String value = optional(settings, key + "permissions");
    if (value == null) {
      return Leave.ASK;
    }
    return Arrays.stream(Leave.values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(value))
        .findFirst()
        .orElseThrow(() -> new BadConfig(key + "permissions", value, "one of ask, allow, deny"));
  }

  private static Duration idle(Settings settings, String key) {
    String value = optional(settings, key + "idleMinutes");
    if (value == null) {
      return HarnessSetting.IDLE;
    }
    try {
      int minutes = Integer.parseInt(value);
      if (minutes >= 1 && minutes <= IDLE_MINUTES_MAX) {
        return Duration.ofMinutes(minutes);
      }
    } catch (NumberFormatException e) {
      // It is said below what is expected.
    }
    throw new BadConfig(key + "idleMinutes", value, "1 to " + IDLE_MINUTES_MAX);
  }
}
