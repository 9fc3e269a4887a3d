package dev.parley.agents.turns;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.agents.context.ConversationLog;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.AgentHook;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Agents that run by themselves: who does, what waits for them, and the turns they make. Any
 * thread.
 */
public final class Turns implements AutoCloseable {
  /** What its owner tells an agent with this command is thought about at once. */
  public static final String PROMPT = "session.prompt";

  private static final String ABORTS = "turn-aborts";

  private final Broker broker;
  private final TurnsConfig config;
  private final AutoRuns autoRuns;
  private final Lines lines;
  private final TurnLog log;
  private final LiveTurns live;
  private final ConversationLog said;
  private final TurnMaker maker;
  private @Nullable Arrivals arrivals;
  private boolean closed;
  private final AgentHook agentHook = this::onAgent;

  /**
   * @param waiting the messages that wait for a turn, the oldest first
   * @param running since when a turn is being made, Unix milliseconds, or 0
   * @param live what is known of that turn, or null when another hub makes it
   */
  public record Standing(
      SessionKey session, List<MessageId> waiting, long running, @Nullable LiveTurn live) {}

  private Turns(Broker broker, TurnsConfig config, TaskDesk tasks) {
    this.broker = broker;
    this.config = config;
    this.lines = new Lines();
    this.live = new LiveTurns(broker.time());
    this.autoRuns = new AutoRuns(broker.records(), this::onSettingsElsewhere);
    this.log = new TurnLog(broker.records(), config.logMax());
    this.said = new ConversationLog(broker.records(), broker.participants());
    this.maker = new TurnMaker(broker, config, autoRuns, lines, log, said, tasks, live);
    broker.records().forEach(Arrivals.TABLE, (_, json) -> lines.add(Rows.arrival(json)));
    broker
        .records()
        .forEach(
            TurnMaker.CLAIMS,
            (session, json) -> lines.claim(SessionKey.parse(session), Rows.claim(json)));
    broker.records().follow(Arrivals.TABLE, this::onArrivalElsewhere);
    broker.records().follow(TurnMaker.CLAIMS, this::onClaimElsewhere);
    broker.records().follow(ABORTS, this::onAbortElsewhere);
    broker.participants().onAgent(agentHook);
    lines.sessions().forEach(maker::consider);
    follow();
  }

  /** From the first agent on that runs by itself: reading the journal for nobody costs others. */
  private synchronized void follow() {
    if (arrivals == null && !closed && !autoRuns.isEmpty()) {
      arrivals =
          Arrivals.follow(
              broker,
              autoRuns,
              arrival -> {
                lines.add(arrival);
                maker.consider(arrival.session());
              });
    }
  }

  /** The same for those who may not block. */
  private CompletableFuture<Void> followSoon() {
    return CompletableFuture.runAsync(this::follow, Thread::startVirtualThread);
  }

  /** Begins with what was left when a hub last ended. The broker must have started. Blocks. */
  public static Turns open(Broker broker, TurnsConfig config) {
    return open(broker, config, TaskDesk.NONE);
  }

  /** The same where tasks are kept. */
  public static Turns open(Broker broker, TurnsConfig config, TaskDesk tasks) {
    return new Turns(broker, config, tasks);
  }

  /** Tells a hook of the turns that this hub makes. */
  public void onTurn(TurnHook hook) {
    live.add(hook);
  }

  public void removeHook(TurnHook hook) {
    live.remove(hook);
  }

  private void onSettingsElsewhere(String name) {
    var _ = followSoon();
    onSettings(name);
  }

  private void onSettings(String name) {
    lines.sessions().stream()
        .filter(session -> session.text().equals(name) || session.agent().value().equals(name))
        .forEach(maker::consider);
  }

  private void onArrivalElsewhere(String key, byte @Nullable [] json) {
    SessionKey session;
    if (json == null) {
      int slash = key.lastIndexOf('/');
      session = SessionKey.parse(key.substring(0, slash));
      lines.remove(session, Long.parseUnsignedLong(key.substring(slash + 1), 16));
    } else {
      Arrival arrival = Rows.arrival(json);
      session = arrival.session();
      lines.add(arrival);
    }
    maker.consider(session);
  }

  private void onClaimElsewhere(String key, byte @Nullable [] json) {
    SessionKey session = SessionKey.parse(key);
    lines.claim(session, json == null ? null : Rows.claim(json));
    maker.consider(session);
  }

  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null) {
      var _ = forget(was.id());
    }
  }

  /** What waited for an agent that is gone, and what it did, goes with it. */
  private CompletableFuture<Void> forget(AgentId agent) {
    List<SessionKey> sessions = lines.sessions(agent);
    List<String> logged = log.keysOf(agent);
    String name = agent.value();
    return broker
        .transactions()
        .run(
            tx -> {
              tx.delete(AutoRuns.TABLE, name);
              logged.forEach(key -> tx.delete(TurnLog.TABLE, key));
              said.remove(tx, agent);
              for (SessionKey session : sessions) {
                Lines.Snapshot line = lines.of(session);
                tx.delete(AutoRuns.TABLE, session.text());
                tx.delete(TurnMaker.CLAIMS, session.text());
                line.waiting().forEach(each -> tx.delete(Arrivals.TABLE, each.key()));
              }
              return sessions;
            })
        .thenAccept(
            gone -> {
              autoRuns.remove(name);
              log.removed(logged);
              said.removed(agent);
              for (SessionKey session : gone) {
                autoRuns.remove(session.text());
                lines.of(session).waiting().forEach(each -> lines.remove(session, each.number()));
                lines.claim(session, null);
                maker.cancel(session);
              }
            });
  }

  /**
   * From now on an agent, or one session of it, runs like this; what came before is left to it.
   *
   * @param name {@code agent} or {@code agent/session}
   * @throws Refused when there is no such brain or agent
   */
  public CompletableFuture<AutoRun> set(String name, AutoRun wanted) {
    broker.participants().requireAgent(agentOf(name));
    wanted.brains().forEach(config::requireBrain);
    if (wanted.triage() != null) {
      config.requireBrain(wanted.triage());
    }
    AutoRun starting = wanted.startingAfter(broker.journal().end());
    return broker
        .records()
        .put(AutoRuns.TABLE, name, Rows.write(starting))
        .thenCompose(
            _ -> {
              autoRuns.put(name, starting);
              onSettings(name);
              return followSoon();
            })
        .thenApply(_ -> starting);
  }

  /** From now on nothing is said of it any more; what waits is left to it. */
  public CompletableFuture<Void> clear(String name) {
    return broker
        .records()
        .delete(AutoRuns.TABLE, List.of(name))
        .thenAccept(_ -> autoRuns.remove(name));
  }

  /** The names of the brains that this hub has. */
  public Set<String> brains() {
    return config.names();
  }

  /** Can an agent be given a brain of this name, whether or not that is there now? */
  public boolean hasBrain(String name) {
    return config.brain(name) != null;
  }

  /** What this hub has to think with, and how far. */
  public TurnsConfig config() {
    return config;
  }

  private static AgentId agentOf(String name) {
    return name.contains("/") ? SessionKey.parse(name).agent() : new AgentId(name);
  }

  /** What was said of exactly this agent or session. */
  public Optional<AutoRun> said(String name) {
    return autoRuns.said(name);
  }

  /**
   * A turn about these messages begins as soon as there is room, without asking whether to answer.
   *
   * @throws Refused in the future, when there is no such message, or the session does not run by
   *     itself
   */
  public CompletableFuture<Void> trigger(SessionKey session, List<MessageId> messages) {
    broker.participants().requireAgent(session.agent());
    if (autoRuns.of(session).isEmpty()) {
      throw new Refused(
          ErrorCode.CONFLICT, "'" + session.agent() + "' has no brain; set its autoRun first");
    }
    long now = broker.time().millis();
    return broker
        .transactions()
        .run(
            tx ->
                messages.stream()
                    .map(
                        id -> {
                          StoredMessage found = tx.find(id);
                          if (found == null
                              || !broker.lookups().concernsNow(found, session.agent())) {
                            throw new Refused(ErrorCode.NOT_FOUND, "there is no message " + id);
                          }
                          Arrival arrival =
                              new Arrival(
                                  session,
                                  found.number(),
                                  id,
                                  BoxId.inbox(session.agent()),
                                  -1,
                                  now,
                                  true);
                          tx.put(Arrivals.TABLE, arrival.key(), Rows.write(arrival));
                          return arrival;
                        })
                    .toList())
        .thenAccept(
            all -> {
              all.forEach(lines::add);
              maker.consider(session);
            });
  }

  /** Breaks off the turn that this hub makes for a session; it ends as failed. */
  public boolean cancel(SessionKey session) {
    return maker.cancel(session);
  }

  /**
   * Breaks off the turn of a session, whichever hub makes it.
   *
   * @return whether there is one
   */
  public CompletableFuture<Boolean> abort(SessionKey session) {
    Claim claim = lines.of(session).claim();
    if (cancel(session) || claim == null) {
      return CompletableFuture.completedFuture(claim != null);
    }
    return broker.records().put(ABORTS, session.text(), claim.turn().toString().getBytes(US_ASCII));
  }

  private void onAbortElsewhere(String key, byte @Nullable [] turn) {
    SessionKey session = SessionKey.parse(key);
    Claim claim = lines.of(session).claim();
    if (turn != null
        && claim != null
        && claim.turn().toString().equals(new String(turn, US_ASCII))
        && cancel(session)) {
      var _ = broker.records().delete(ABORTS, List.of(key));
    }
  }

  /** Does this session run by itself? */
  public boolean runs(SessionKey session) {
    return autoRuns.of(session).isPresent();
  }

  /** In which of its lanes an agent makes the turns of a session. */
  public static String lane(SessionKey session) {
    return SessionNames.lane(session).wireName();
  }

  /** The lanes of an agent at this hub. */
  public List<LaneLoad> lanes(AgentId agent) {
    return maker.lanes(agent);
  }

  /** The sessions of an agent in which something was said, with the time of their last turns. */
  public Map<SessionKey, Long> conversations(AgentId agent) {
    return said.sessions(agent);
  }

  /** The turns of an agent that have ended, the newest first. Blocks. */
  public List<TurnRecord> log(AgentId agent, int limit) {
    return log.of(agent, limit);
  }

  /**
   * The turns of an agent about a message, the oldest first. Blocks.
   *
   * @param since turns that ended earlier, Unix milliseconds, are not looked at
   */
  public List<TurnAbout> about(AgentId agent, MessageId message, long since) {
    return new TurnsAbout(lines, live, log).of(agent, message, since);
  }

  /** What waits and what is being made, for an agent. */
  public List<Standing> standing(AgentId agent) {
    return lines.sessions(agent).stream()
        .map(
            session -> {
              Lines.Snapshot line = lines.of(session);
              Claim claim = line.claim();
              return new Standing(
                  session,
                  line.waiting().stream().map(Arrival::id).toList(),
                  claim == null ? 0 : claim.startedAt(),
                  live.of(session));
            })
        .toList();
  }

  /** How many turns this hub makes right now. */
  public int running() {
    return maker.running();
  }

  /** How many sessions whose turn is due wait for a place in their lane. */
  public int waiting() {
    return maker.waiting();
  }

  public TurnTimes times() {
    return maker.times();
  }

  /** Breaks off what is being made; another hub, or the next start, makes it again. */
  @Override
  public void close() {
    broker.participants().removeAgentHook(agentHook);
    synchronized (this) {
      closed = true;
      if (arrivals != null) {
        arrivals.close();
      }
    }
    maker.close();
  }
}
