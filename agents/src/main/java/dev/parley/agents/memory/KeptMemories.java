package dev.parley.agents.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.AgentHook;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Memories in records. What is stored again, in the same or nearly the same words, brings the
 * earlier one up to date. When a new day begins, what was stored on an earlier one becomes one
 * memory of that day.
 */
public final class KeptMemories implements Memories, AutoCloseable {
  static final String TABLE = "memories";

  /** Under which key something is kept in exactly these words; what is not so any more is void. */
  static final String WORDS = "memory-words";

  private static final int SUBJECT_MAX = 256;
  private static final int RECALL_MAX = 50;
  private static final int NEAR = 3;

  private final Broker broker;
  private final MemoryIndex index;
  private final MemoryLimits limits;
  private final Map<String, Map<String, Memory>> all = new ConcurrentHashMap<>();

  /** The id of what an agent remembers in exactly these words. */
  private final Map<String, String> words = new ConcurrentHashMap<>();

  /**
   * One change at a time here; what another hub stores meanwhile in other words may leave a double.
   */
  private final ReentrantLock changing = new ReentrantLock();

  private final AgentHook agentHook = this::onAgent;

  private KeptMemories(Broker broker, MemoryIndex index, MemoryLimits limits) {
    this.broker = broker;
    this.index = index;
    this.limits = limits;
    broker.records().forEach(TABLE, (_, json) -> keep(Memory.parse(json)));
    broker.records().follow(TABLE, this::onOtherHub);
    broker.participants().onAgent(agentHook);
    index.align(this::everything);
  }

  /** The broker must have started. */
  public static KeptMemories open(Broker broker, MemoryIndex index, MemoryLimits limits) {
    return new KeptMemories(broker, index, limits);
  }

  private List<Memory> everything() {
    return all.values().stream().flatMap(each -> each.values().stream()).toList();
  }

  private Map<String, Memory> of(String agent) {
    return all.computeIfAbsent(agent, _ -> new ConcurrentHashMap<>());
  }

  private void keep(Memory memory) {
    Memory was = of(memory.agent()).put(memory.id(), memory);
    if (was != null) {
      words.remove(words(was), was.id());
    }
    words.put(words(memory), memory.id());
  }

  private static String words(Memory memory) {
    return words(memory.agent(), memory.layer(), memory.subject(), memory.text());
  }

  private static String words(String agent, Layer layer, String subject, String text) {
    return String.join("\n", agent, layer.wireName(), subject, Memory.normal(text));
  }

  private void onOtherHub(String key, byte @Nullable [] json) {
    if (json != null) {
      Memory memory = Memory.parse(json);
      keep(memory);
      index.put(memory);
      return;
    }
    int slash = key.lastIndexOf('/');
    dropped(key.substring(0, slash), key.substring(slash + 1));
  }

  private void dropped(String agent, String id) {
    Memory was = of(agent).remove(id);
    if (was != null) {
      words.remove(words(was), id);
    }
    index.remove(agent, id);
  }

  @Override
  public Stored store(AgentId agent, Layer layer, @Nullable String subject, String text) {
    broker.participants().requireAgent(agent);
    long now = broker.time().millis();
    String about = subject(layer, subject, now);
    String said = text.strip();
    if (said.isEmpty() || said.length() > limits.textMax()) {
      throw new Refused(
          said.isEmpty() ? ErrorCode.BAD_REQUEST : ErrorCode.TOO_LARGE,
          "'text' must have 1 to " + limits.textMax() + " characters");
    }
    changing.lock();
    try {
      if (layer == Layer.DAILY) {
        rollUp(agent.value(), about, now);
      }
      Memory earlier = earlier(agent.value(), layer, about, said);
      if (earlier == null && of(agent.value()).size() >= limits.perAgentMax()) {
        throw new Refused(
            ErrorCode.OVERLOADED,
            "'" + agent + "' remembers " + limits.perAgentMax() + " things; forget some first");
      }
      if (earlier != null) {
        Memory again = earlier.again(said, now);
        commit(List.of(again), List.of());
        return new Stored(again, false);
      }
      return create(
          new Memory(UUID.randomUUID().toString(), agent.value(), layer, about, said, now, now, 1));
    } finally {
      changing.unlock();
    }
  }

  /**
   * Unless another hub has stored the same words meanwhile, which this one has not heard of yet.
   */
  private Stored create(Memory memory) {
    String key = wordsKey(memory);
    Memory kept =
        done(
            broker
                .transactions()
                .run(
                    tx -> {
                      byte[] same = tx.get(WORDS, key);
                      byte[] row = same == null ? null : tx.get(TABLE, new String(same, UTF_8));
                      Memory other = row == null ? null : Memory.parse(row);
                      Memory put =
                          other != null && words(other).equals(words(memory))
                              ? other.again(memory.text(), memory.updatedAt())
                              : memory;
                      tx.put(TABLE, put.key(), put.toJson());
                      tx.put(WORDS, key, put.key().getBytes(UTF_8));
                      return put;
                    }));
    keep(kept);
    index.put(kept);
    return new Stored(kept, kept.id().equals(memory.id()));
  }

  private static String wordsKey(Memory memory) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(words(memory).getBytes(UTF_8));
      return memory.agent() + "/" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String subject(Layer layer, @Nullable String subject, long now) {
    String given = subject == null ? "" : subject.strip();
    if ((layer == Layer.ENTITY) == given.isEmpty() || given.length() > SUBJECT_MAX) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'subject' says of whom or what, in up to "
              + SUBJECT_MAX
              + " characters: in the layer entity, and in no other");
    }
    return layer == Layer.DAILY ? day(now) : given;
  }

  private static String day(long now) {
    return Instant.ofEpochMilli(now).atZone(ZoneOffset.UTC).toLocalDate().toString();
  }

  private @Nullable Memory earlier(String agent, Layer layer, String subject, String text) {
    String same = words.get(words(agent, layer, subject, text));
    Memory exact = same == null ? null : of(agent).get(same);
    if (exact != null) {
      return exact;
    }
    for (MemoryIndex.Hit hit : index.search(agent, EnumSet.of(layer), text, NEAR)) {
      Memory near = of(agent).get(hit.id());
      if (hit.similarity() >= limits.alike()
          && near != null
          && near.subject().equals(subject)
          && Memory.numbers(near.text()).equals(Memory.numbers(text))) {
        return near;
      }
    }
    return null;
  }

  /** What days before this one were about becomes one memory a day, or a few long ones. */
  private void rollUp(String agent, String today, long now) {
    Map<String, List<Memory>> days = new java.util.TreeMap<>();
    of(agent).values().stream()
        .filter(each -> each.layer() == Layer.DAILY && each.subject().compareTo(today) < 0)
        .sorted(Comparator.comparingLong(Memory::createdAt).thenComparing(Memory::id))
        .forEach(each -> days.computeIfAbsent(each.subject(), _ -> new ArrayList<>()).add(each));
    days.forEach(
        (day, memories) -> {
          if (memories.size() > 1) {
            rollUpDay(agent, day, memories, now);
          }
        });
  }

  private void rollUpDay(String agent, String day, List<Memory> memories, long now) {
    List<Memory> merged = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    long since = memories.getFirst().createdAt();
    for (Memory memory : memories) {
      if (!text.isEmpty() && text.length() + memory.text().length() >= limits.textMax()) {
        merged.add(merged(agent, day, text, since, now));
        text.setLength(0);
      }
      text.append(text.isEmpty() ? "" : "\n").append(memory.text());
    }
    merged.add(merged(agent, day, text, since, now));
    if (merged.size() < memories.size()) {
      commit(merged, memories);
    }
  }

  private static Memory merged(String agent, String day, StringBuilder text, long since, long now) {
    return new Memory(
        UUID.randomUUID().toString(), agent, Layer.DAILY, day, text.toString(), since, now, 1);
  }

  private void commit(List<Memory> put, List<Memory> gone) {
    boolean _ =
        done(
            broker
                .transactions()
                .run(
                    tx -> {
                      gone.forEach(each -> tx.delete(TABLE, each.key()));
                      gone.forEach(each -> tx.delete(WORDS, wordsKey(each)));
                      put.forEach(each -> tx.put(TABLE, each.key(), each.toJson()));
                      return true;
                    }));
    gone.forEach(each -> dropped(each.agent(), each.id()));
    put.forEach(
        each -> {
          keep(each);
          index.put(each);
        });
  }

  @Override
  public List<Recalled> recall(AgentId agent, String query, Set<Layer> layers, int limit) {
    broker.participants().requireAgent(agent);
    if (query.isBlank() || query.length() > limits.textMax()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "the query must have 1 to " + limits.textMax() + " characters");
    }
    if (of(agent.value()).isEmpty()) {
      return List.of(); // not worth loading the model for
    }
    Set<Layer> wanted = layers.isEmpty() ? EnumSet.allOf(Layer.class) : layers;
    List<Recalled> found = new ArrayList<>();
    for (MemoryIndex.Hit hit :
        index.search(agent.value(), wanted, query, Math.clamp(limit, 1, RECALL_MAX))) {
      Memory memory = of(agent.value()).get(hit.id());
      if (memory != null) {
        found.add(new Recalled(memory, hit.score()));
      }
    }
    return found;
  }

  @Override
  public boolean forget(AgentId agent, String id) {
    Memory memory = of(agent.value()).get(id);
    if (memory == null) {
      return false;
    }
    commit(List.of(), List.of(memory));
    return true;
  }

  @Override
  public List<Memory> list(AgentId agent, @Nullable Layer layer, int limit) {
    broker.participants().requireAgent(agent);
    return of(agent.value()).values().stream()
        .filter(each -> layer == null || each.layer() == layer)
        .sorted(Comparator.comparingLong(Memory::updatedAt).reversed().thenComparing(Memory::id))
        .limit(limit)
        .toList();
  }

  private static <T> T done(CompletableFuture<T> change) {
    try {
      return change.join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }

  /** What an agent remembered goes with it. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    Map<String, Memory> gone = was == null || now != null ? null : all.remove(was.id().value());
    if (gone != null && !gone.isEmpty()) {
      var _ = broker.records().delete(TABLE, gone.values().stream().map(Memory::key).toList());
      var _ =
          broker
              .records()
              .delete(WORDS, gone.values().stream().map(KeptMemories::wordsKey).toList());
      for (Memory each : gone.values()) {
        words.remove(words(each), each.id());
        index.remove(each.agent(), each.id());
      }
    }
  }

  @Override
  public void close() {
    broker.participants().removeAgentHook(agentHook);
    index.close();
  }
}
