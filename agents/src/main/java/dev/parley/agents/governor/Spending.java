package dev.parley.agents.governor;

import dev.parley.agents.usage.Usage;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What agents have spent today, as far as they or their brains have said so, and what was spent on
 * chains of messages. Committer thread.
 */
final class Spending {
  static final String TABLE = "governor-spent";

  /** How many chains are known; the one that was spent on longest ago is forgotten first. */
  private static final int CHAINS_MAX = 10_000;

  private static final int AGENTS_MAX = 10_000;

  /** How old the sum of an agent may be. */
  private static final long FRESH_MILLIS = 2_000;

  private record Day(LocalDate day, long readAt, Spent spent) {}

  private final Map<String, Spent> chains = new LinkedHashMap<>();
  private final Map<String, Spent> staged = new HashMap<>();
  private final Map<String, Day> agents = new HashMap<>();

  Spending(Records records) {
    records.forEach(TABLE, (root, value) -> chains.put(root, read(value)));
  }

  /** In the commit that counts it. */
  void add(Tx tx, MessageId root, Spent more) {
    String key = root.toString();
    byte[] before = tx.get(TABLE, key);
    Spent sum = before == null ? more : read(before).plus(more);
    if (before == null && chains.size() >= CHAINS_MAX) {
      tx.delete(TABLE, chains.keySet().iterator().next());
    }
    tx.put(
        TABLE,
        key,
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(sum.tokens())
            .putLong(sum.costMicros())
            .array());
    staged.put(key, sum);
  }

  void ended(boolean durable) {
    if (durable) {
      staged.forEach(this::publish);
    }
    staged.clear();
  }

  void onOtherHub(String root, byte @Nullable [] value) {
    if (value == null) {
      chains.remove(root);
    } else {
      publish(root, read(value));
    }
  }

  private void publish(String root, Spent sum) {
    chains.remove(root);
    if (chains.size() >= CHAINS_MAX) {
      chains.remove(chains.keySet().iterator().next());
    }
    chains.put(root, sum);
  }

  Spent onChain(MessageId root) {
    return chains.isEmpty() ? Spent.NOTHING : chains.getOrDefault(root.toString(), Spent.NOTHING);
  }

  static LocalDate dayOf(long now) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(now), ZoneOffset.UTC);
  }

  Spent today(Tx tx, Agent agent, long now) {
    LocalDate today = dayOf(now);
    Day known = agents.get(agent.id().value());
    if (known != null && known.day.equals(today) && Math.abs(now - known.readAt) < FRESH_MILLIS) {
      return known.spent;
    }
    if (agents.size() >= AGENTS_MAX) {
      agents.clear();
    }
    Spent spent = Spent.of(Usage.of(tx, agent, today));
    agents.put(agent.id().value(), new Day(today, now, spent));
    return spent;
  }

  private static Spent read(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    return new Spent(in.getLong(), in.getLong());
  }
}
