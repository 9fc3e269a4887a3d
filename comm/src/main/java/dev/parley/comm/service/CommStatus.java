package dev.parley.comm.service;

import dev.parley.comm.Condition;
import dev.parley.comm.SettingsSchema;
import dev.parley.comm.settings.AuthProfile;
import dev.parley.comm.settings.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How it stands.
 *
 * @param plugin the one that is chosen, whether or not it runs
 * @param here whether it would run at this hub
 * @param problem why it cannot run, or empty
 * @param topics what it takes part in, as far as this hub knows
 */
public record CommStatus(
    boolean enabled,
    String plugin,
    boolean here,
    Condition condition,
    String problem,
    List<String> topics,
    List<Plugin> plugins,
    Optional<AuthProfile> account) {

  public record Plugin(
      String name, String version, SettingsSchema schema, Map<String, Value> values) {}
}
