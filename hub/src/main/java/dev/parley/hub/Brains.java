package dev.parley.hub;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.ScriptedBrain;
import dev.parley.hub.config.BrainSetting;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes the brains that the settings name. */
final class Brains {
  private Brains() {}

  static Map<String, Brain> of(Map<String, BrainSetting> settings) {
    Map<String, Brain> brains = new LinkedHashMap<>();
    settings.forEach((name, setting) -> brains.put(name, brain(setting)));
    return brains;
  }

  private static Brain brain(BrainSetting setting) {
    return switch (setting) {
      case BrainSetting.Script script -> new ScriptedBrain(script.rules());
    };
  }
}
