package dev.parley.core.inbox;

import dev.parley.core.address.AgentId;
import dev.parley.core.ledger.Records;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The inboxes that keep more or less than others: what was said for an agent holds for its inbox
 * and for those of its sessions. A limit is a record, so that it holds on every hub and after a
 * restart, and it goes with its agent. Any thread.
 */
public final class InboxLimits {
  private static final String TABLE = "inbox-limits";

  /** A limit, and which agent of the name it was made for. */
  private record Own(InboxLimit limit, String incarnation) {
    static Own parse(byte[] value) {
      String[] parts = new String(value, StandardCharsets.US_ASCII).split(" ", 3);
      Duration age = Duration.ofMillis(Long.parseLong(parts[0]));
      return new Own(new InboxLimit(age, Long.parseLong(parts[1])), parts[2]);
    }

    byte[] bytes() {
      return (limit.age().toMillis() + " " + limit.countMax() + " " + incarnation)
          .getBytes(StandardCharsets.US_ASCII);
    }
  }

  private final Records records;
  private final Participants participants;
  private final InboxLimit byDefault;
  private final Map<AgentId, Own> own = new ConcurrentHashMap<>();

  public InboxLimits(Records records, Participants participants, InboxLimit byDefault) {
    this.records = records;
    this.participants = participants;
    this.byDefault = byDefault;
    records.forEach(TABLE, (key, value) -> own.put(new AgentId(key), Own.parse(value)));
    records.follow(TABLE, this::onOtherHub);
  }

  private void onOtherHub(String key, byte @Nullable [] value) {
    AgentId agent = new AgentId(key);
    if (value == null) {
      own.remove(agent);
    } else {
      own.put(agent, Own.parse(value));
    }
  }

  public InboxLimit byDefault() {
    return byDefault;
  }

  /** What was said for this agent in particular. */
  public Optional<InboxLimit> ownOf(AgentId agent) {
    Own found = own.get(agent);
    return participants
        .agent(agent)
        .filter(there -> found != null && there.incarnation().equals(found.incarnation))
        .map(_ -> found == null ? byDefault : found.limit);
  }

  public InboxLimit of(AgentId agent) {
    return ownOf(agent).orElse(byDefault);
  }

  /** Completes when it is on disk; what is too much goes with the next sweep. */
  public CompletableFuture<InboxLimit> set(AgentId agent, InboxLimit limit) {
    Agent there = participants.requireAgent(agent);
    Own made = new Own(limit, there.incarnation());
    return records
        .put(TABLE, agent.value(), made.bytes())
        .thenApply(
            _ -> {
              own.put(agent, made);
              return limit;
            });
  }

  /** From now on it keeps what others keep. */
  public CompletableFuture<InboxLimit> reset(AgentId agent) {
    participants.requireAgent(agent);
    return records
        .delete(TABLE, List.of(agent.value()))
        .thenApply(
            _ -> {
              own.remove(agent);
              return byDefault;
            });
  }

  /** The agents that have limits of their own. */
  Iterable<AgentId> agents() {
    return own.keySet();
  }
}
