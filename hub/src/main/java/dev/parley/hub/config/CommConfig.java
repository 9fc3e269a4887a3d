package dev.parley.hub.config;

import dev.parley.comm.settings.FileSettings;
import java.util.HashMap;
import java.util.Map;

/** Which other hub this one joins, unless its owner has set something else while it runs. */
public record CommConfig(FileSettings file) {
  private static final Map<String, String> KEYS =
      Map.of(
          "comm.gateway", "gateway",
          "comm.apiServer", "api_server",
          "comm.botId", "bot_id",
          "comm.token", "token");

  static CommConfig of(Settings settings) {
    boolean enabled = settings.flag("comm.enabled", false);
    String plugin = settings.text("comm.plugin", FileSettings.NONE.plugin());
    Map<String, String> values = new HashMap<>();
    KEYS.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            key -> {
              String value = settings.text(key.getKey(), "");
              if (!value.isBlank()) {
                values.put(key.getValue(), value);
              }
            });
    return new CommConfig(new FileSettings(enabled, plugin, values));
  }
}
