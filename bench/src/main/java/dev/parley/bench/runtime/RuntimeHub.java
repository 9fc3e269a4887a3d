package dev.parley.bench.runtime;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.turns.AutoRun;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.turns.TurnsConfig;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.sending.Receipt;
import dev.parley.core.time.SystemTime;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A broker on the embedded store, synced as a hub's is, with turns and one brain. */
public final class RuntimeHub implements AutoCloseable {
  static final String BRAIN = "measured";

  private final RocksStore store;
  private final SystemTime time = new SystemTime();
  private final Broker broker;
  private final Turns turns;

  private RuntimeHub(RocksStore store, Brain brain) {
    this.store = store;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    this.turns = Turns.open(broker, TurnsConfig.of(Map.of(BRAIN, brain)));
  }

  public static RuntimeHub open(Path directory, Brain brain) {
    return new RuntimeHub(RocksStore.open(directory, RocksConfig.DEFAULT), brain);
  }

  void agent(String name) {
    var _ = broker.participants().createAgent(new AgentId(name), null, null, null, null).join();
  }

  void running(String name) {
    AutoRun _ = turns.set(name, AutoRun.by(BRAIN).withDebounce(Duration.ZERO)).join();
  }

  CompletableFuture<Receipt> send(Draft draft) {
    Principal who = new Principal.AgentPrincipal(new AgentId(draft.from()));
    return broker.route(draft, new Visit(who, Door.WS, "").senderAs(draft.from()));
  }

  Turns turns() {
    return turns;
  }

  @Override
  public void close() {
    turns.close();
    broker.close();
    store.close();
    time.close();
  }
}
