package dev.parley.agents.governor;

import dev.parley.agents.usage.Counts;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import dev.parley.identity.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stops agents that do nothing but answer each other, and those that have spent what they may. Who
 * is stopped is refused, a person is told once, and may let it go on.
 */
public final class Governor implements Ledger, AutoCloseable {
  private final Broker broker;
  private final GovernorConfig config;
  private final Lineages lineages;
  private final Traffic traffic;
  private final Stops stops;
  private final Stopping stopping;
  private final Spending spending;
  private final RoomSweep sweep;

  // Of the commit that is being made.
  private final List<Seen> seen = new ArrayList<>();

  private record Seen(Message message, List<String> others, List<Placement> placements) {}

  private Governor(Broker broker, GovernorConfig config) {
    this.broker = broker;
    this.config = config;
    this.lineages = new Lineages(broker.participants());
    this.traffic = new Traffic(broker, config, lineages);
    this.stops = new Stops(broker.records());
    this.spending = new Spending(broker.records());
    this.stopping = new Stopping(broker, config, stops);
    this.sweep = new RoomSweep(broker, config.window());
  }

  /** Before the broker starts. */
  public static Governor open(Broker broker, GovernorConfig config) {
    Governor governor = new Governor(broker, config);
    broker.register(governor);
    if (broker.isShared() && config.enabled()) {
      // What is said through other hubs counts as well, in the one order that all of them see.
      broker.watch(new OthersToo(governor::observe));
    }
    governor.sweep.later();
    return governor;
  }

  public GovernorConfig config() {
    return config;
  }

  /**
   * From now on this says whose answers are thought about: a program may be asked as often as one
   * likes.
   */
  public void thinking(Predicate<AgentId> agents) {
    traffic.thinking(agents);
  }

  @Override
  public Set<String> tables() {
    return Set.of(Stops.TABLE, RoomRows.TABLE, Spending.TABLE);
  }

  // ---- before a message is stored

  @Override
  public @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    if (!config.enabled() || from.behalf() == Sender.Behalf.SYSTEM) {
      return null;
    }
    Origin origin = from.origin(draft);
    if (origin == Origin.OWNER || origin == Origin.HUMAN || lineages.isPerson(draft.from())) {
      return null;
    }
    MessageId cause = draft.causeOrReplyTo();
    Lineage parent = cause == null ? null : lineages.of(tx, cause);
    List<String> others = traffic.others(draft);
    if (parent != null && origin == Origin.PEER) {
      requireEnd(lineages.next(parent, parent.id(), draft, origin), draft);
    }
    requireBudget(tx, parent, draft, others, timestamp);
    for (String to : others) {
      requireCalm(parent, draft, to, timestamp);
    }
    return null;
  }

  /** Turns down what goes on in a chain in which the same have spoken again and again. */
  private void requireEnd(Lineage line, Draft draft) {
    if (line.repeats() <= config.repeatsMax()) {
      return;
    }
    String scope = "chain/" + line.root();
    Stop known = stops.of(scope);
    long limit = known == null ? config.repeatsMax() : known.limit();
    if (line.repeats() <= limit) {
      return;
    }
    List<String> agents = List.of(line.senders());
    String why =
        "%s have answered each other %d times with no person in between; the next message, from"
                .formatted(String.join(", ", agents), line.depth())
            + " %s, was stopped".formatted(draft.from());
    throw stopping.refuse(
        known,
        Stop.Kind.CHAIN,
        scope,
        agents,
        draft,
        why,
        new Spent(limit, 0),
        ErrorCode.LOOP_DETECTED);
  }

  /** Turns down what two say to each other who have been at it for too long. */
  private void requireCalm(@Nullable Lineage parent, Draft draft, String to, long timestamp) {
    String from = draft.from();
    Stop known = stops.isEmpty() ? null : stops.of("pair/" + Room.key(from, to));
    String why;
    if (known != null && !known.allowed()) {
      why = known.why();
    } else {
      Room room = traffic.after(parent, draft, to, timestamp, 0);
      if (room == null || !traffic.isTooMuch(room)) {
        return;
      }
      why =
          "%s and %s have sent each other %d messages within %d minutes with no person in between;"
                  .formatted(room.one(), room.two(), room.counted(), config.window().toMinutes())
              + " the next one, from %s, was stopped".formatted(from);
    }
    throw stopping.refuse(
        known,
        Stop.Kind.PAIR,
        "pair/" + Room.key(from, to),
        List.of(from, to),
        draft,
        why,
        Spent.NOTHING,
        ErrorCode.LOOP_DETECTED);
  }

  /** Who has spent its budget may still tell people. */
  private void requireBudget(
      Tx tx, @Nullable Lineage parent, Draft draft, List<String> others, long timestamp) {
    boolean any = config.agentDay().isSet() || config.chain().isSet();
    if (!any || (others.isEmpty() && draft.path().segmentEquals(0, "agent"))) {
      return;
    }
    if (config.chain().isSet() && parent != null) {
      Spent spent = spending.onChain(parent.root());
      requireWithin(
          config.chain(),
          spent,
          Stop.Kind.CHAIN_BUDGET,
          "spent/" + parent.root(),
          List.of(parent.senders()),
          draft,
          "what was said because of message %s has cost %d tokens and %d millionths of a dollar"
              .formatted(parent.root(), spent.tokens(), spent.costMicros()));
    }
    Agent agent =
        config.agentDay().isSet()
            ? broker.participants().agent(new AgentId(draft.from())).orElse(null)
            : null;
    if (agent != null) {
      Spent spent = spending.today(tx, agent, timestamp);
      requireWithin(
          config.agentDay(),
          spent,
          Stop.Kind.AGENT_BUDGET,
          "day/" + draft.from() + "/" + Spending.dayOf(timestamp),
          List.of(draft.from()),
          draft,
          "%s has spent %d tokens and %d millionths of a dollar today"
              .formatted(draft.from(), spent.tokens(), spent.costMicros()));
    }
  }

  private void requireWithin(
      GovernorConfig.Budget budget,
      Spent spent,
      Stop.Kind kind,
      String scope,
      List<String> agents,
      Draft draft,
      String why) {
    if (!budget.isSpentBy(spent)) {
      return;
    }
    Stop known = stops.of(scope);
    if (known != null
        && known.allowed()
        && !new GovernorConfig.Budget(known.limit(), known.costLimit()).isSpentBy(spent)) {
      return;
    }
    throw stopping.refuse(known, kind, scope, agents, draft, why, spent, ErrorCode.BUDGET_EXCEEDED);
  }

  // ---- when it is stored

  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    if (!config.enabled()) {
      return;
    }
    if (!broker.isShared()) {
      seen.add(new Seen(message, traffic.others(message.draft()), placements));
    }
    Origin origin = message.origin();
    if (origin == Origin.OWNER || origin == Origin.HUMAN || lineages.isPerson(draft(message))) {
      liftPairs(tx, placements);
    } else if (origin != Origin.SYSTEM) {
      traffic.note(tx, message);
    }
  }

  private static String draft(Message message) {
    return message.draft().from();
  }

  /** Two agents to whom a person has spoken may speak again. */
  private void liftPairs(Tx tx, List<Placement> placements) {
    if (stops.isEmpty()) {
      return;
    }
    for (Placement placement : placements) {
      if (placement.box() instanceof BoxId.AgentInbox(AgentId agent)) {
        stops.pairsOf(agent.value()).forEach(stop -> stops.delete(tx, stop));
      }
    }
  }

  @Override
  public void ended(boolean durable) {
    if (durable && !seen.isEmpty()) {
      seen.forEach(each -> traffic.observe(each.message, each.others, each.placements));
    }
    seen.clear();
    stops.ended(durable).forEach(this::onStop);
    spending.ended(durable);
  }

  /** Remembers what was said, in the order in which it was committed. */
  private void observe(Message message, List<Placement> placements) {
    traffic.observe(message, traffic.others(message.draft()), placements);
  }

  private void onStop(Stop stop) {
    if (stop.allowed() && stop.kind() == Stop.Kind.PAIR) {
      traffic.forget(stop.agents().getFirst(), stop.agents().getLast());
    }
  }

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    switch (table) {
      case Stops.TABLE -> {
        Stop stop = value == null ? null : Stop.of(value);
        stops.publish(key, stop);
        if (stop != null) {
          onStop(stop);
        }
      }
      case Spending.TABLE -> spending.onOtherHub(key, value);
      default -> {} // rooms are kept for the next start alone
    }
  }

  // ---- for people

  /** What was used because of a message; in the commit that counts it. */
  public void onSpent(Tx tx, MessageId about, Counts counts) {
    if (config.chain().isSet()) {
      Lineage line = lineages.of(tx, about);
      if (line != null) {
        spending.add(tx, line.root(), Spent.of(counts));
      }
    }
  }

  /** What was stopped, as far as this one may know, the newest first. Any thread. */
  public List<Stop> stops(Visit by) {
    return stops.newestFirst().stream().filter(stop -> isShown(stop, by)).toList();
  }

  private boolean isShown(Stop stop, Visit by) {
    AgentId self = by.who().scope();
    return self == null || stop.agents().contains(self.value()) || owns(self, stop);
  }

  private boolean owns(AgentId person, Stop stop) {
    return stop.agents().stream()
        .anyMatch(agent -> broker.participants().separation().owns(person, new AgentId(agent)));
  }

  /**
   * Lets something go on, for as long as it went on before it was stopped. The agents themselves
   * may not. Any thread.
   */
  public CompletableFuture<Stop> allow(Visit by, String id) {
    Stop known = stops.withId(id);
    if (known == null || !isShown(known, by)) {
      throw Refused.hidden("nothing was stopped under '" + id + "'; 'parley governor' lists it");
    }
    AgentId self = by.who().scope();
    if (self != null && !owns(self, known)) {
      throw new Refused(ErrorCode.FORBIDDEN, "only a person to whom the agents belong may do this");
    }
    return broker.transactions().run(tx -> allowed(tx, id, by.name()));
  }

  private Stop allowed(Tx tx, String id, String by) {
    Stop now = Stops.current(tx, id);
    if (now == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "nothing is stopped under '" + id + "' any more");
    }
    if (now.allowed()) {
      return now;
    }
    Stop next =
        switch (now.kind()) {
          case CHAIN -> now.allowedBy(by, now.limit() + config.repeatsMax(), 0);
          case PAIR -> now.allowedBy(by, 0, 0);
          case AGENT_BUDGET -> beyond(now, by, config.agentDay());
          case CHAIN_BUDGET -> beyond(now, by, config.chain());
        };
    stops.put(tx, next);
    return next;
  }

  @Override
  public void close() {
    sweep.close();
  }

  private static Stop beyond(Stop stop, String by, GovernorConfig.Budget budget) {
    GovernorConfig.Budget more = budget.beyond(new Spent(stop.limit(), stop.costLimit()));
    return stop.allowedBy(by, more.tokens(), more.costMicros());
  }
}
