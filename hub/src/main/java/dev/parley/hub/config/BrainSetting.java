package dev.parley.hub.config;

import dev.parley.agents.brain.ScriptedBrain;
import java.util.List;

/** What a brain is to be made of; {@code dev.parley.hub.Brains} makes it. */
public sealed interface BrainSetting {

  /** Answers by rules. */
  record Script(List<ScriptedBrain.Rule> rules) implements BrainSetting {
    public Script {
      rules = List.copyOf(rules);
    }
  }
}
