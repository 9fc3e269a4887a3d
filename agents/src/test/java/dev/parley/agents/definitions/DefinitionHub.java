package dev.parley.agents.definitions;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.turns.TurnsConfig;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Visit;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A broker with brains and definitions, as tests see it. */
final class DefinitionHub implements AutoCloseable {
  private final MessageStore store;
  final Broker broker;
  final Turns turns;
  final Instructions instructions;
  final Definitions definitions;

  DefinitionHub(Path folder, Timekeeper time) {
    this.store = RocksStore.open(folder, RocksConfig.DEFAULT.unsynced());
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    this.turns =
        Turns.open(
            broker,
            TurnsConfig.of(
                Map.of(
                    "echo", (_, _) -> new Outcome.Answered("yes"),
                    "cheap", (_, _) -> new Outcome.Answered("YES"),
                    "grand", new LargeBrain())));
    this.instructions = Instructions.open(broker);
    this.definitions = Definitions.open(broker, turns, instructions);
  }

  /** Thinks with a model called {@code large}. */
  private static final class LargeBrain implements Brain {
    @Override
    public Outcome run(BrainRequest request, Consumer<BrainEvent> events) {
      return new Outcome.Answered("yes");
    }

    @Override
    public String model() {
      return "large";
    }
  }

  /** Of one file that is called {@code agents/FILE}. */
  List<Applied> apply(String file, String text) {
    return definitions.apply(order(file, text, false));
  }

  static Order order(String file, String text, boolean dryRun) {
    return order(Map.of(file, text), false, dryRun);
  }

  /** All the files that there are in a folder. */
  static Order order(Map<String, String> files, boolean prune, boolean dryRun) {
    return new Order(
        files.entrySet().stream()
            .map(each -> new DefinitionFile("agents/" + each.getKey(), each.getValue()))
            .sorted((one, other) -> one.name().compareTo(other.name()))
            .toList(),
        Map.of("TEAM", "blue", "EMPTY", ""),
        "agents",
        true,
        prune,
        dryRun);
  }

  Agent agent(String id) {
    return broker.participants().requireAgent(new AgentId(id));
  }

  String instructions(String id) {
    return instructions.get(Visit.ofHub(), new AgentId(id)).join();
  }

  boolean has(String id) {
    return broker.participants().agent(new AgentId(id)).isPresent();
  }

  List<String> subscriptions(String id) {
    return broker.participants().subscriptions(new AgentId(id)).stream()
        .map(each -> each.pattern().text())
        .toList();
  }

  @Override
  public void close() {
    definitions.close();
    instructions.close();
    turns.close();
    broker.close();
    store.close();
  }
}
