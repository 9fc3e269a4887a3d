package dev.parley.agents.wake;

import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** A broker with ways of waking, as tests see it. */
final class WakeHub implements AutoCloseable {
  static final AgentId ADA = new AgentId("ada");
  static final AgentId BOB = new AgentId("bob");
  static final WakeConfig CONFIG =
      new WakeConfig(Duration.ofSeconds(60), 2, Duration.ofSeconds(100), Duration.ofSeconds(15));

  private final MessageStore store;
  private final ManualTime time;
  final Broker broker;
  final FakeWaker first = new FakeWaker("first");
  final FakeWaker second = new FakeWaker("second");
  final HookWaits hooks;
  final Wakes wakes;
  final Set<AgentId> thinking = ConcurrentHashMap.newKeySet();

  WakeHub(MessageStore store, ManualTime time) {
    this.store = store;
    this.time = time;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    if (broker.participants().agent(ADA).isEmpty()) {
      var _ = broker.participants().createAgent(ADA, null, null, null, null).join();
      var _ = broker.participants().createAgent(BOB, null, null, null, null).join();
    }
    this.hooks = new HookWaits(time);
    Map<String, Waker> wakers = new LinkedHashMap<>();
    List.of(first, second, hooks).forEach(waker -> wakers.put(waker.kind(), waker));
    this.wakes = Wakes.open(broker, CONFIG, wakers, hooks, thinking::contains);
  }

  void ways(String... kinds) {
    for (String kind : kinds) {
      var _ = wakes.put(ADA, kind, Map.of(), true).join();
    }
  }

  MessageId send(String content) {
    Draft draft = Draft.from("bob").to(Path.agent(ADA)).content(content).build();
    return broker.route(draft, Senders.agent("bob")).join().message().id();
  }

  void read(MessageId... ids) {
    var _ = broker.markRead(BoxId.inbox(ADA), List.of(ids)).join();
  }

  List<Attempt> attempts(MessageId id) {
    return wakes.woken(id).stream().map(Woken::attempt).toList();
  }

  Way way(String kind) {
    return wakes.ways(ADA).stream()
        .filter(way -> way.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Deciding goes on on a thread of its own, which may set an alarm for a moment that the clock has
   * passed meanwhile: it goes off while we wait.
   */
  void soon(Callable<Boolean> holds) {
    await()
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              time.advance(Duration.ZERO);
              return holds.call();
            });
  }

  /** Is it written down that the last attempt for a message went so? */
  boolean went(MessageId id, String way, Attempt.Outcome outcome) {
    List<Attempt> all = attempts(id);
    return !all.isEmpty() && all.getLast().way().equals(way) && all.getLast().outcome() == outcome;
  }

  /** Nobody is being woken, nor will be. */
  boolean isCalm() {
    boolean[] any = {false};
    broker.records().forEach(WakeRows.OPEN, (_, _) -> any[0] = true);
    return !any[0];
  }

  @Override
  public void close() {
    wakes.close();
    broker.close();
    store.close();
  }
}
