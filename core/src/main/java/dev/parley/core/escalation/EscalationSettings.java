package dev.parley.core.escalation;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Escalation;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.sending.TxRunner;
import dev.parley.core.store.MessageStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who is told, where the sender does not say, of what an agent is sent by name and does not deal
 * with in time; and of tasks that nobody deals with. Reading is for any thread.
 */
public final class EscalationSettings {
  static final String TABLE = "escalation-settings";

  /** No agent can have this name. */
  private static final String TASKS = "*tasks";

  private final TxRunner transactions;
  private final Participants participants;
  private final Map<String, Escalation> all = new ConcurrentHashMap<>();
  private final Map<String, byte @Nullable []> staged = new HashMap<>();

  EscalationSettings(TxRunner transactions, Participants participants, MessageStore store) {
    this.transactions = transactions;
    this.participants = participants;
    store.forEachRecord(TABLE, this::publish);
    participants.onAgent(this::onAgent);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** For a message to this agent that says nothing itself, or null. */
  @Nullable Escalation of(AgentId agent, boolean task) {
    Escalation own = of(agent);
    return own != null || !task ? own : of(null);
  }

  /**
   * @param agent whose mail it is about, or null for tasks of agents that have no setting
   */
  public @Nullable Escalation of(@Nullable AgentId agent) {
    return agent == null
        ? all.get(TASKS)
        : participants.agent(agent).map(found -> all.get(key(found))).orElse(null);
  }

  /** A namesake that comes later is somebody else. */
  private static String key(Agent agent) {
    return agent.id().value() + "\t" + agent.incarnation();
  }

  /**
   * @param what null to have none
   */
  public CompletableFuture<Boolean> set(@Nullable AgentId agent, @Nullable Escalation what) {
    String key = agent == null ? TASKS : key(participants.requireAgent(agent));
    if (what != null) {
      if (what.to().equals(agent)) {
        throw new Refused(ErrorCode.BAD_REQUEST, "'" + agent + "' cannot stand in for itself");
      }
      String from = agent == null ? Sender.OWNER_NAME : agent.value();
      Escalations.requireReachable(participants, from, what.to());
    }
    byte[] row = what == null ? null : what.writeTo(new JsonBuffer(96)).toBytes();
    return transactions.run(
        tx -> {
          put(tx, key, row);
          return true;
        });
  }

  private void put(Tx tx, String key, byte @Nullable [] row) {
    if (row == null) {
      tx.delete(TABLE, key);
    } else {
      tx.put(TABLE, key, row);
    }
    staged.put(key, row);
  }

  /** An agent that goes takes its setting with it. Committer thread. */
  void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null && all.containsKey(key(was))) {
      transactions.post(
          tx -> {
            put(tx, key(was), null);
            return true;
          },
          _ -> {},
          () -> {});
    }
  }

  void publish(String key, byte @Nullable [] row) {
    if (row == null) {
      all.remove(key);
    } else {
      all.put(key, Escalation.parse(row));
    }
  }

  void ended(boolean durable) {
    if (durable) {
      staged.forEach(this::publish);
    }
    staged.clear();
  }
}
