package dev.parley.agents.memory;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.Hooks;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Memories, after hooks have had their say about what is stored and looked for. */
public final class HookedMemories implements Memories {
  /** The id of what is kept elsewhere: it cannot be forgotten here. */
  static final String ELSEWHERE = "elsewhere";

  private final Memories memories;
  private final Hooks hooks;
  private final LongSupplier millis;

  public HookedMemories(Memories memories, Hooks hooks, LongSupplier millis) {
    this.memories = memories;
    this.hooks = hooks;
    this.millis = millis;
  }

  @Override
  public Stored store(AgentId agent, Layer layer, @Nullable String subject, String text) {
    if (!hooks.isAwaited(HookPoint.MEMORY_PRE_STORE)) {
      return memories.store(agent, layer, subject, text);
    }
    Hooks.Answer answer =
        asked(
            HookPoint.MEMORY_PRE_STORE,
            JsonNodeFactory.instance
                .objectNode()
                .put("key", subject == null ? "" : subject)
                .put("value", text)
                .put("layer", layer.wireName()));
    JsonNode payload = answer.payload();
    if (answer.handled()) {
      return new Stored(
          elsewhere(agent, layer, subject == null ? "" : subject, text), /* isNew= */ true);
    }
    Layer changed = Layer.parse(payload.path("layer").asString());
    String key = payload.path("key").asString();
    return memories.store(
        agent, changed, changed == Layer.ENTITY ? key : null, payload.path("value").asString());
  }

  @Override
  public List<Recalled> recall(AgentId agent, String query, Set<Layer> layers, int limit) {
    if (!hooks.isAwaited(HookPoint.MEMORY_PRE_RECALL)) {
      return memories.recall(agent, query, layers, limit);
    }
    Hooks.Answer answer =
        asked(
            HookPoint.MEMORY_PRE_RECALL, JsonNodeFactory.instance.objectNode().put("query", query));
    return answer.handled()
        ? results(agent, answer.payload(), limit)
        : memories.recall(agent, answer.payload().path("query").asString(), layers, limit);
  }

  /**
   * The members of {@code results}, in the order in which they are there; else all that it says.
   */
  private List<Recalled> results(AgentId agent, JsonNode payload, int limit) {
    JsonNode results = payload.path("results");
    List<Recalled> found = new ArrayList<>();
    if (!results.isArray()) {
      found.add(new Recalled(elsewhere(agent, Layer.TACIT, "", payload.toString()), 1));
      return found;
    }
    for (JsonNode each : results) {
      if (found.size() < limit) {
        String text =
            each.isString() ? each.asString() : each.path("value").asString(each.toString());
        String key = each.path("key").asString("");
        found.add(
            new Recalled(
                elsewhere(agent, key.isEmpty() ? Layer.TACIT : Layer.ENTITY, key, text),
                each.path("score").asDouble(1)));
      }
    }
    return found;
  }

  private Memory elsewhere(AgentId agent, Layer layer, String subject, String text) {
    long now = millis.getAsLong();
    return new Memory(ELSEWHERE, agent.value(), layer, subject, text, now, now, 1);
  }

  private Hooks.Answer asked(HookPoint point, ObjectNode payload) {
    try {
      return hooks.ask(point, payload);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(ErrorCode.TIMEOUT, "the turn was broken off");
    }
  }

  @Override
  public boolean forget(AgentId agent, String id) {
    return memories.forget(agent, id);
  }

  @Override
  public List<Memory> list(AgentId agent, @Nullable Layer layer, int limit) {
    return memories.list(agent, layer, limit);
  }
}
