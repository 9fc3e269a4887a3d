package dev.parley.agents.wake;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.journal.Follower;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Message;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Follows the journal and opens a record for every agent that is to be woken, in the commit that
 * moves the cursor. Nothing is written for messages that are for nobody of these, but the cursor
 * now and then. On the follower's thread.
 */
final class Watch implements AutoCloseable {
  private static final String CURSOR_TABLE = "wake-cursor";
  private static final String CURSOR = "wake";
  private static final long NOTED_EVERY = 10_000;

  private final Broker broker;
  private final Predicate<AgentId> concerned;
  private final Consumer<Set<AgentId>> opened;
  private final Follower follower;
  private long noted;

  private Watch(
      Broker broker, long cursor, Predicate<AgentId> concerned, Consumer<Set<AgentId>> opened) {
    this.broker = broker;
    this.concerned = concerned;
    this.opened = opened;
    this.noted = cursor;
    this.follower = broker.journal().follow("wake", cursor, Follower.Options.AT_ONCE, this::take);
  }

  /**
   * Blocks until the cursor is there.
   *
   * @param concerned may this agent be woken?
   */
  static Watch start(Broker broker, Predicate<AgentId> concerned, Consumer<Set<AgentId>> opened) {
    long cursor =
        broker
            .transactions()
            .run(
                tx -> {
                  Long kept = cursor(tx);
                  if (kept == null) {
                    kept = broker.journal().end();
                    move(tx, kept);
                  }
                  return kept;
                })
            .join();
    return new Watch(broker, cursor, concerned, opened);
  }

  private static @Nullable Long cursor(Tx tx) {
    byte[] value = tx.get(CURSOR_TABLE, CURSOR);
    return value == null ? null : ByteBuffer.wrap(value).getLong();
  }

  private static void move(Tx tx, long to) {
    tx.put(CURSOR_TABLE, CURSOR, ByteBuffer.allocate(Long.BYTES).putLong(to).array());
  }

  private void take(List<FiledMessage> entries) {
    Map<AgentId, Map<Long, String>> found = new LinkedHashMap<>();
    for (FiledMessage entry : entries) {
      for (Filing filing : entry.filings()) {
        if (filing.box() instanceof BoxId.AgentInbox(AgentId agent) && concerned.test(agent)) {
          Message message = Message.parse(entry.message().number(), entry.message().json());
          if (!message.draft().command().equals(Wakes.PROBE)) {
            found
                .computeIfAbsent(agent, _ -> new LinkedHashMap<>())
                .put(entry.number(), message.id().toString());
          }
        }
      }
    }
    long last = entries.getLast().number();
    if (found.isEmpty() && last - noted < NOTED_EVERY) {
      return;
    }
    Set<AgentId> agents = broker.transactions().run(tx -> file(tx, found, last)).join();
    noted = last;
    if (!agents.isEmpty()) {
      opened.accept(agents);
    }
  }

  private Set<AgentId> file(Tx tx, Map<AgentId, Map<Long, String>> found, long last) {
    Long cursor = cursor(tx);
    long at = cursor == null ? 0 : cursor;
    Set<AgentId> agents = new LinkedHashSet<>();
    if (at >= last) {
      return agents; // another hub has opened them
    }
    long now = broker.time().millis();
    found.forEach(
        (agent, messages) -> {
          List<String> fresh =
              messages.entrySet().stream()
                  .filter(each -> each.getKey() > at)
                  .map(Map.Entry::getValue)
                  .toList();
          if (!fresh.isEmpty()) {
            Waking open = WakeRows.waking(tx.get(WakeRows.OPEN, agent.value()));
            Waking waking = open == null ? Waking.of(now, List.of()).with(fresh) : open.with(fresh);
            tx.put(WakeRows.OPEN, agent.value(), WakeRows.write(waking));
            agents.add(agent);
          }
        });
    move(tx, last);
    return agents;
  }

  @Override
  public void close() {
    follower.close();
  }
}
