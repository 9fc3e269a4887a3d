package dev.parley.brains.harness;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.time.Timekeeper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which of a harness's own sessions goes on in which session of an agent, so that the next process
 * and the next hub can go on with it. Any thread.
 */
public final class SessionBook {
  public static final String TABLE = "harness-sessions";

  /** Those that were begun first are forgotten first; a conversation then begins anew. */
  static final int SESSIONS_PER_AGENT_MAX = 200;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Records records;
  private final Timekeeper time;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  private record Entry(String brain, String id, long at) {}

  public SessionBook(Records records, Timekeeper time) {
    this.records = records;
    this.time = time;
    records.forEach(TABLE, this::onRecord);
    records.follow(TABLE, this::onRecord);
  }

  private void onRecord(String key, byte @Nullable [] json) {
    if (json == null) {
      entries.remove(key);
    } else {
      JsonNode row = JSON.readTree(json);
      entries.put(
          key,
          new Entry(
              row.path("brain").asString(""),
              row.path("id").asString(""),
              row.path("at").asLong()));
    }
  }

  /** What this brain called its session when it was last asked in this one. */
  public Optional<String> find(SessionKey session, String brain) {
    return Optional.ofNullable(entries.get(session.text()))
        .filter(entry -> entry.brain.equals(brain))
        .map(Entry::id);
  }

  /** On disk when this returns. */
  public void put(SessionKey session, String brain, String id) throws InterruptedException {
    Entry entry = new Entry(brain, id, time.millis());
    byte[] json =
        JSON.writeValueAsBytes(Map.of("brain", entry.brain, "id", entry.id, "at", entry.at));
    settled(records.put(TABLE, session.text(), json));
    entries.put(session.text(), entry);
    List<String> keys = new ArrayList<>(keysOf(session.agent()));
    if (keys.size() > SESSIONS_PER_AGENT_MAX) {
      keys.sort(Comparator.comparingLong(this::begunAt));
      forget(keys.subList(0, keys.size() - SESSIONS_PER_AGENT_MAX));
    }
  }

  private long begunAt(String key) {
    Entry entry = entries.get(key);
    return entry == null ? 0 : entry.at;
  }

  private List<String> keysOf(AgentId agent) {
    String prefix = agent.value() + "/";
    return entries.keySet().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  /** Of an agent that is gone; does not wait for the disk. */
  void forget(AgentId agent) {
    forget(keysOf(agent));
  }

  private void forget(List<String> keys) {
    if (!keys.isEmpty()) {
      var _ = records.delete(TABLE, List.copyOf(keys));
      keys.forEach(entries::remove);
    }
  }

  private static <T> T settled(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }
}
