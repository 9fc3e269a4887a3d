package dev.parley.agents.wake;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/** Measures ways, one after the other: from telling the agent to its having read a message. */
final class Prober {
  private final Broker broker;
  private final WakeConfig config;
  private final WakeMachine machine;
  private final WayBook ways;
  private final Set<AgentId> probing = ConcurrentHashMap.newKeySet();

  Prober(Broker broker, WakeConfig config, WakeMachine machine, WayBook ways) {
    this.broker = broker;
    this.config = config;
    this.machine = machine;
    this.ways = ways;
  }

  CompletableFuture<List<Probe>> probe(AgentId agent, List<Way> all) {
    if (!probing.add(agent)) {
      throw new Refused(ErrorCode.CONFLICT, "the ways of '" + agent + "' are being measured");
    }
    return CompletableFuture.supplyAsync(
            () -> {
              List<Probe> probes = new ArrayList<>();
              all.forEach(way -> probes.add(probe(agent, way)));
              return List.copyOf(probes);
            },
            Thread::startVirtualThread)
        .whenComplete((_, _) -> probing.remove(agent));
  }

  private Probe probe(AgentId agent, Way way) {
    Draft draft =
        Draft.from(Sender.HUB.name())
            .to(Path.agent(agent))
            .command(Wakes.PROBE)
            .content("This only measures how fast you are woken. Mark this message as read.")
            .build();
    MessageId id = broker.route(draft, Sender.HUB).join().message().id();
    long begun = broker.time().millis();
    Attempt told = machine.tell(agent, way, List.of(id), begun).join();
    long after = broker.time().millis() - begun;
    if (told.outcome() == Attempt.Outcome.FAILED) {
      ways.note(agent, way.kind(), each -> each.failed(begun, told.text())).join();
      return new Probe(way.kind(), after, -1, told.text());
    }
    try {
      var _ = broker.await(id, State.READ, true, config.patience()).join();
    } catch (CompletionException e) {
      String why = String.valueOf(Refused.of(e).getMessage());
      ways.note(agent, way.kind(), each -> each.failed(begun, why)).join();
      return new Probe(way.kind(), after, -1, why);
    }
    long now = broker.time().millis();
    ways.note(agent, way.kind(), each -> each.proven(now, now - begun)).join();
    return new Probe(way.kind(), after, now - begun, "");
  }
}
