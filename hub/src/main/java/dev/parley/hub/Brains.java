package dev.parley.hub;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.ScriptedBrain;
import dev.parley.agents.context.Contexts;
import dev.parley.agents.hooks.Hooks;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.usage.Usage;
import dev.parley.agents.usage.Used;
import dev.parley.apps.gateways.Gateways;
import dev.parley.brains.model.ApiKey;
import dev.parley.brains.model.Endpoint;
import dev.parley.brains.model.ModelBrain;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import dev.parley.hub.config.BadConfig;
import dev.parley.hub.config.BrainSetting;
import dev.parley.identity.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Makes the brains that the settings name. */
final class Brains {
  private static final Logger LOG = LoggerFactory.getLogger(Brains.class);
  private static final String KEY = "agents.brains.";
  private static final JsonMapper JSON = new JsonMapper();

  private final Timekeeper time;
  private final Contexts contexts;
  private final Toolbox tools;
  private final Usage usage;
  private final Hooks hooks;
  private final UnaryOperator<@Nullable String> environment;

  Brains(Timekeeper time, Contexts contexts, Toolbox tools, Usage usage, Hooks hooks) {
    this(time, contexts, tools, usage, hooks, System::getenv);
  }

  Brains(
      Timekeeper time,
      Contexts contexts,
      Toolbox tools,
      Usage usage,
      Hooks hooks,
      UnaryOperator<@Nullable String> environment) {
    this.time = time;
    this.contexts = contexts;
    this.tools = tools;
    this.usage = usage;
    this.hooks = hooks;
    this.environment = environment;
  }

  /** What brains of apps need of this hub. */
  Gateways.Surroundings surroundings() {
    return new Gateways.Surroundings(contexts::of, tools, hooks, this::count);
  }

  Map<String, Brain> of(Map<String, BrainSetting> settings, HarnessBrains harnesses) {
    Map<String, Brain> brains = new LinkedHashMap<>();
    settings.forEach(
        (name, setting) -> brains.put(name, brain(name, setting, settings, harnesses)));
    return brains;
  }

  private Brain brain(
      String name, BrainSetting setting, Map<String, BrainSetting> all, HarnessBrains harnesses) {
    return switch (setting) {
      case BrainSetting.Script script -> new ScriptedBrain(script.rules(), this::say);
      case BrainSetting.Model model -> model(name, model, all);
      case BrainSetting.Harness harness -> harnesses.brain(name, harness);
    };
  }

  /** With the agent's own tool, so that what holds for models holds for scripts. */
  private void say(BrainRequest request, ScriptedBrain.Say say) throws InterruptedException {
    String arguments =
        JSON.writeValueAsString(
            Map.of("action", "send", "to", say.to(), "text", say.text(), "task", say.task()));
    ToolResult result = tools.use(new ToolUse(request), "message", arguments);
    if (result.failed()) {
      throw new Refused(ErrorCode.CONFLICT, result.text());
    }
  }

  private Brain model(String name, BrainSetting.Model model, Map<String, BrainSetting> all) {
    List<Endpoint> endpoints =
        Stream.concat(Stream.of(name), model.fallbacks().stream())
            .map(each -> endpoint(each, all.get(each)))
            .toList();
    return new ModelBrain(
        endpoints,
        model.prompt(),
        model.limits(),
        time,
        contexts::of,
        model.tools() ? tools : null,
        this::count,
        hooks);
  }

  private Endpoint endpoint(String name, @Nullable BrainSetting setting) {
    if (!(setting instanceof BrainSetting.Model model)) {
      throw new BadConfig(KEY + name, "a brain of kind model is expected");
    }
    return model.endpoint().with(key(name, model));
  }

  private ApiKey key(String name, BrainSetting.Model model) {
    Path file = model.keyFile();
    if (file != null) {
      try {
        return new ApiKey(Files.readString(file));
      } catch (IOException e) {
        throw new BadConfig(KEY + name + ".keyFile", file + " cannot be read");
      }
    }
    if (model.keyEnv().isEmpty()) {
      return ApiKey.NONE;
    }
    String value = environment.apply(model.keyEnv());
    if (value == null || value.isBlank()) {
      throw new BadConfig(
          KEY + name + ".keyEnv", "the environment has no variable " + model.keyEnv());
    }
    return new ApiKey(value);
  }

  /** What could not be counted is told in the log: the turn goes on. */
  private void count(AgentId agent, Used used) {
    try {
      boolean _ = usage.record(Visit.ofHub(), agent, used).join();
    } catch (CompletionException e) {
      LOG.warn("what '{}' has used was not counted: {}", agent, Refused.of(e).getMessage());
    }
  }
}
