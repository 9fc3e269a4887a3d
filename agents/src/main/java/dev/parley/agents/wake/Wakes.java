package dev.parley.agents.wake;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.WakeNote;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ways of agents, and waking them. Any thread. */
public final class Wakes implements AutoCloseable {
  /** What messages are commanded to be that only measure; nobody is woken for them otherwise. */
  static final String PROBE = "wake-probe";

  private final Broker broker;
  private final Map<String, Waker> wakers;
  private final Predicate<AgentId> thinks;
  private final HookWaits hooks;
  private final WayBook ways;
  private final WakeMachine machine;
  private final Prober prober;

  private Wakes(
      Broker broker,
      WakeConfig config,
      Map<String, Waker> wakers,
      HookWaits hooks,
      Predicate<AgentId> thinks) {
    this.broker = broker;
    this.wakers = wakers;
    this.thinks = thinks;
    this.hooks = hooks;
    this.ways = new WayBook(broker, wakers);
    this.machine = new WakeMachine(broker, config, wakers, ways, this::mayBeWoken);
    this.prober = new Prober(broker, config, machine, ways);
  }

  /**
   * Follows the journal from where it was left.
   *
   * @param wakers in the order in which they are preferred while none has proved better
   * @param thinks does the hub itself think for this agent? Then it wakes it by a turn
   */
  public static Wakes open(
      Broker broker,
      WakeConfig config,
      Map<String, Waker> wakers,
      HookWaits hooks,
      Predicate<AgentId> thinks) {
    Wakes wakes = new Wakes(broker, config, wakers, hooks, thinks);
    broker.participants().onAgent(wakes::onAgent);
    broker.lookups().wokenThrough(wakes::notes);
    wakes.machine.start();
    return wakes;
  }

  private boolean mayBeWoken(AgentId agent) {
    return !ways.isEmpty() && !ways.of(agent).isEmpty() && !thinks.test(agent);
  }

  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null && !ways.of(was.id()).isEmpty()) {
      var _ = Thread.startVirtualThread(() -> ways.forget(was.id()).join());
    }
  }

  /** What there is, with words for people. */
  public List<Waker> kinds() {
    return List.copyOf(wakers.values());
  }

  public List<Way> ways(AgentId agent) {
    return ways.of(agent);
  }

  /** Does the hub itself think for it? */
  public boolean thinks(AgentId agent) {
    return thinks.test(agent);
  }

  /**
   * Says how an agent can be woken.
   *
   * @param byOwner an agent may say less of itself
   */
  public CompletableFuture<Way> put(
      AgentId agent, String kind, Map<String, String> settings, boolean byOwner) {
    broker.participants().requireAgent(agent);
    if (!byOwner && !ways.require(kind).agentMaySet()) {
      throw new Refused(ErrorCode.FORBIDDEN, "only the owner says of agents that '" + kind + "'");
    }
    return ways.put(agent, kind, settings);
  }

  public CompletableFuture<Boolean> remove(AgentId agent, String kind) {
    return ways.remove(agent, kind);
  }

  /** Tells the agent now, by the best way or by this one. */
  public CompletableFuture<Attempt> wake(AgentId agent, @Nullable String kind) {
    broker.participants().requireAgent(agent);
    return machine.byHand(agent, way(agent, kind));
  }

  /** Measures each way, or this one: a message is sent, and told of, and has to be read. */
  public CompletableFuture<List<Probe>> probe(AgentId agent, @Nullable String kind) {
    broker.participants().requireAgent(agent);
    List<Way> all = kind == null ? ways.of(agent) : List.of(way(agent, kind));
    if (all.isEmpty()) {
      throw none(agent);
    }
    return prober.probe(agent, all);
  }

  private Way way(AgentId agent, @Nullable String kind) {
    Optional<Way> found =
        kind == null
            ? ways.best(agent, List.of())
            : ways.of(agent).stream().filter(way -> way.kind().equals(kind)).findFirst();
    return found.orElseThrow(() -> none(agent));
  }

  private static Refused none(AgentId agent) {
    return new Refused(ErrorCode.NOT_FOUND, "nobody has said how '" + agent + "' can be woken so");
  }

  /** A hook of a harness asks what there is, and waits for it. */
  public CompletableFuture<HookWaits.News> await(AgentId agent, String session, long waitMillis) {
    Supplier<List<MessageId>> pending = () -> pending(agent);
    return hooks.await(
        agent, session, waitMillis, pending, told -> machine.toldBy(agent, HookWaits.KIND, told));
  }

  private List<MessageId> pending(AgentId agent) {
    return broker.peek(BoxId.inbox(agent), Waking.MESSAGES_MAX).join().stream()
        .map(copy -> copy.message().id())
        .toList();
  }

  private List<WakeNote> notes(MessageId message) {
    return woken(message).stream()
        .map(
            woken ->
                new WakeNote(
                    woken.agent(),
                    woken.attempt().way(),
                    woken.attempt().at(),
                    woken.attempt().outcome().name().toLowerCase(Locale.ROOT),
                    woken.attempt().text()))
        .toList();
  }

  /** By which ways recipients of a message were woken, the oldest first. Blocks. */
  public List<Woken> woken(MessageId message) {
    return new ArrayList<>(
        WakeRows.told(broker.records().get(WakeRows.TOLD, message.toString()).orElse(null)));
  }

  @Override
  public void close() {
    machine.close();
    hooks.close();
  }
}
