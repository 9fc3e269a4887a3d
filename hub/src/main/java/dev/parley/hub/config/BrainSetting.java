package dev.parley.hub.config;

import dev.parley.agents.brain.ScriptedBrain;
import dev.parley.brains.model.Endpoint;
import dev.parley.brains.model.ModelLimits;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a brain is to be made of; {@code dev.parley.hub.Brains} makes it. */
public sealed interface BrainSetting {

  /** Answers by rules. */
  record Script(List<ScriptedBrain.Rule> rules) implements BrainSetting {
    public Script {
      rules = List.copyOf(rules);
    }
  }

  /**
   * A language model.
   *
   * @param endpoint with everything but the key
   * @param keyEnv the environment variable with the key, or empty
   * @param keyFile the file with the key, or null
   * @param fallbacks names of other brains of this kind, asked in this order when this one fails
   * @param prompt what it is told before everything else; may be empty
   * @param tools whether it may use any
   */
  record Model(
      Endpoint endpoint,
      String keyEnv,
      @Nullable Path keyFile,
      List<String> fallbacks,
      String prompt,
      boolean tools,
      ModelLimits limits)
      implements BrainSetting {
    public Model {
      fallbacks = List.copyOf(fallbacks);
    }
  }
}
