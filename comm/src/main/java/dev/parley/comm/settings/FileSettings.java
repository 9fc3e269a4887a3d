package dev.parley.comm.settings;

import java.util.Map;

/**
 * What the configuration file says.
 *
 * @param values of the plugin's settings; those that are not given are missing
 */
public record FileSettings(boolean enabled, String plugin, Map<String, String> values) {
  public static final FileSettings NONE = new FileSettings(false, "gateway", Map.of());

  public FileSettings {
    values = Map.copyOf(values);
  }

  /** Without the values, among which are secrets. */
  @Override
  public String toString() {
    return "FileSettings[" + enabled + ", " + plugin + "]";
  }
}
