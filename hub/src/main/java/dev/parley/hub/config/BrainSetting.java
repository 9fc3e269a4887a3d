package dev.parley.hub.config;

import dev.parley.agents.brain.ScriptedBrain;
import dev.parley.brains.harness.Leave;
import dev.parley.brains.harness.Preset;
import dev.parley.brains.model.Endpoint;
import dev.parley.brains.model.ModelLimits;
import dev.parley.processes.sandbox.SandboxRules;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
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

  /**
   * Somebody's coding agent, as a process.
   *
   * @param stays whether it stays between turns and speaks the Agent Client Protocol, or is started
   *     for each turn
   * @param argv the program and its arguments, in place of the preset's; may be empty
   * @param directory in which it works; null for a folder of each agent's own
   * @param environment {@code NAME}, {@code NAME=value} and {@code NAME=${VARIABLE}}
   * @param key {@code ${VARIABLE}} of the hub's own environment, or null
   * @param tools what it may do without asking
   * @param sandbox what it may touch; null when it runs with all rights of the hub's user
   */
  record Harness(
      boolean stays,
      Preset preset,
      List<String> argv,
      @Nullable Path directory,
      List<String> environment,
      @Nullable String model,
      @Nullable URI endpoint,
      @Nullable String key,
      Leave permissions,
      List<String> tools,
      Duration idle,
      @Nullable SandboxRules sandbox)
      implements BrainSetting {
    public Harness {
      argv = List.copyOf(argv);
      environment = List.copyOf(environment);
      tools = List.copyOf(tools);
    }
  }
}
