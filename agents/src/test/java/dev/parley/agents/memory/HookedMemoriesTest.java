package dev.parley.agents.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.hooks.HandHooks;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What hooks make of what is remembered and looked for. */
class HookedMemoriesTest {
  private static final AgentId ADA = new AgentId("ada");

  private final ManualTime time = new ManualTime(1_000_000);
  private final MemoryStore store = new MemoryStore();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final KeptMemories kept =
      KeptMemories.open(broker, MemoryIndex.NONE, MemoryLimits.DEFAULT);
  private final HandHooks hooks = new HandHooks();
  private final HookedMemories memories = new HookedMemories(kept, hooks, time::millis);

  HookedMemoriesTest() {
    var _ = broker.participants().createAgent(ADA, null, null, null, null).join();
  }

  @AfterEach
  void close() {
    kept.close();
    broker.close();
    store.close();
  }

  private List<String> texts() {
    return kept.list(ADA, null, 10).stream().map(each -> each.layer() + " " + each.text()).toList();
  }

  @Test
  void whatIsStoredIsChangedBefore() {
    hooks.on(
        HookPoint.MEMORY_PRE_STORE,
        payload ->
            payload.put("value", "Bob has a number").put("key", "bob").put("layer", "entity"));
    var _ = memories.store(ADA, Layer.TACIT, null, "Bob's number is 4711");
    assertThat(texts()).containsExactly("ENTITY Bob has a number");
    assertThat(hooks.asked())
        .containsExactly(
            "memory.pre_store {\"key\":\"\",\"value\":\"Bob's number is 4711\","
                + "\"layer\":\"tacit\"}");
  }

  @Test
  void whatIsKeptElsewhereIsNotKeptHere() {
    hooks.handling(HookPoint.MEMORY_PRE_STORE, payload -> payload);
    assertThat(memories.store(ADA, Layer.ENTITY, "bob", "likes tea").memory().id())
        .isEqualTo(HookedMemories.ELSEWHERE);
    assertThat(texts()).isEmpty();
  }

  @Test
  void whatIsLookedForIsChangedOrFoundElsewhere() {
    hooks.on(HookPoint.MEMORY_PRE_RECALL, payload -> payload.put("query", "tea"));
    assertThat(memories.recall(ADA, "coffee", Set.of(), 5)).isEmpty();
    assertThat(hooks.asked()).containsExactly("memory.pre_recall {\"query\":\"coffee\"}");

    hooks.handling(
        HookPoint.MEMORY_PRE_RECALL,
        payload -> {
          payload
              .putArray("results")
              .add("bob likes tea")
              .addObject()
              .put("value", "b")
              .put("key", "k");
          return payload;
        });
    assertThat(memories.recall(ADA, "tea", Set.of(), 5))
        .extracting(found -> found.memory().subject() + "|" + found.memory().text())
        .containsExactly("|bob likes tea", "k|b");
    assertThat(memories.recall(ADA, "tea", Set.of(), 1)).hasSize(1);

    hooks.handling(HookPoint.MEMORY_PRE_RECALL, payload -> payload.removeAll().put("said", "much"));
    assertThat(memories.recall(ADA, "tea", Set.of(), 5))
        .extracting(found -> found.memory().text())
        .containsExactly("{\"said\":\"much\"}");
  }

  @Test
  void nothingChangesWhereNobodyHooksIn() {
    var _ = memories.store(ADA, Layer.TACIT, null, "tea is at four");
    assertThat(texts()).containsExactly("TACIT tea is at four");
    assertThat(memories.forget(ADA, kept.list(ADA, null, 1).getFirst().id())).isTrue();
  }
}
