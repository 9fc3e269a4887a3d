package dev.parley.brains.model;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Contexts;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.context.Pins;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.usage.Used;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.testkit.model.ModelServer;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A model brain with a model server behind it. */
final class ModelWorld implements AutoCloseable {
  static final String KEY = "sk-secret-4711";

  final ManualTime time = new ManualTime(1_000_000);
  final ModelServer server = ModelServer.start();
  final MemoryStore store = new MemoryStore();
  final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  final Instructions instructions = Instructions.open(broker);
  final Toolbox tools = new Toolbox();
  final List<Used> used = Collections.synchronizedList(new ArrayList<>());
  final List<BrainEvent> events = Collections.synchronizedList(new ArrayList<>());

  ModelWorld() {
    var _ = broker.participants().createAgent(new AgentId("ada"), null, null, null, null).join();
  }

  Endpoint endpoint(Endpoint.Provider provider, String model) {
    String base = server.url() + (provider == Endpoint.Provider.OLLAMA ? "" : "/v1");
    return new Endpoint(provider, model, base, new ApiKey(KEY), 1_000, 0, 3_000_000, 15_000_000);
  }

  ModelBrain brain(Endpoint... endpoints) {
    // No call takes so long, however far the clock is moved to end a wait.
    return brain(new ModelLimits(4, 2, Duration.ofDays(365), 1_000, 0), endpoints);
  }

  ModelBrain brain(ModelLimits limits, Endpoint... endpoints) {
    return new ModelBrain(
        List.of(endpoints),
        "",
        limits,
        time,
        new Contexts(broker, instructions, Pins.open(broker), List.of())::of,
        tools,
        (_, one) -> used.add(one));
  }

  static BrainRequest request(Origin origin, String session, String content) {
    Message message =
        new Message(
            new MessageId(1, 2),
            7,
            Draft.from("bob").to(Path.parse("agent/ada")).content(content).build(),
            1_000_000,
            0,
            origin,
            0,
            null);
    return new BrainRequest(SessionKey.parse("ada/" + session), new UUID(0, 1), List.of(message));
  }

  Outcome run(ModelBrain brain, String content) throws InterruptedException {
    return brain.run(request(Origin.PEER, "comm-1", content), events::add);
  }

  /** The same on a thread of its own, which is to be interrupted or waited for. */
  record Running(Thread thread, CompletableFuture<Outcome> outcome) {}

  Running start(ModelBrain brain, String content) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread thread =
        Thread.startVirtualThread(
            () -> {
              try {
                outcome.complete(run(brain, content));
              } catch (InterruptedException | RuntimeException e) {
                outcome.completeExceptionally(e);
              }
            });
    return new Running(thread, outcome);
  }

  @Override
  public void close() {
    server.close();
    instructions.close();
    broker.close();
    store.close();
  }
}
