package dev.parley.apps.gateways;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.MoreBrains;
import dev.parley.agents.context.Context;
import dev.parley.agents.hooks.Hooks;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.usage.Used;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The apps that run and bring models, as brains. Any thread. */
public final class Gateways implements MoreBrains {
  static final String PREFIX = "app:";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  private final Map<String, Gateway> running = new ConcurrentHashMap<>();
  private volatile @Nullable Surroundings surroundings;

  /**
   * What brains need of the hub.
   *
   * @param contexts what a brain is shown; blocks
   * @param usage told of each call of a model; may block
   */
  public record Surroundings(
      Function<BrainRequest, Context> contexts,
      Toolbox tools,
      Hooks hooks,
      BiConsumer<AgentId, Used> usage) {}

  /** Before the first turn. */
  public Gateways within(Surroundings here) {
    surroundings = here;
    return this;
  }

  Surroundings surroundings() {
    Surroundings here = surroundings;
    if (here == null) {
      throw new IllegalStateException("nobody has said where these gateways are");
    }
    return here;
  }

  void add(Gateway gateway) {
    running.put(gateway.app().id(), gateway);
  }

  void remove(Gateway gateway) {
    boolean _ = running.remove(gateway.app().id(), gateway);
  }

  /**
   * @throws Refused when the app does not run, or brings no models
   */
  Gateway require(String app) {
    Gateway gateway = running.get(app);
    if (gateway == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND, "the app '" + app + "' does not run, or provides no gateway");
    }
    return gateway;
  }

  @Override
  public Set<String> names() {
    return running.keySet().stream().map(PREFIX::concat).collect(Collectors.toSet());
  }

  @Override
  public @Nullable Brain find(String name) {
    return NAME.matcher(name).matches()
        ? new GatewayBrain(name.substring(PREFIX.length()), this)
        : null;
  }
}
