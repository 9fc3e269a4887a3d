package dev.parley.core.blob;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.Lookups;
import dev.parley.core.history.Readers;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who may have which blob: whoever has stored it, and whoever has sent or received a message that
 * attaches it. Every blob has a table of its own:
 *
 * <pre>
 *  stored        the number of the last message that attached it, and when it was stored last
 *  a/{agent}     which agent of this name holds it: where it begins and when it was made
 *  m/{message}   a message to so many that its recipients are not written down one by one
 *  s/{agent}     how many bytes of what this agent has stored it counts, see {@link StoredBytes}
 *  kept          how many records of other rooms name it
 * </pre>
 *
 * <p>Holders change in the commit of the message, so that whoever sees it can have what it
 * attaches, on every hub and after every restart.
 */
public final class BlobHolders implements Ledger {
  private static final String TABLE = "blob/";
  private static final String STORED = "stored";
  private static final String KEPT = "kept";
  private static final String AGENT = "a/";
  private static final String MESSAGE = "m/";
  private static final int WRITTEN_DOWN_MAX = 256;

  private final MessageStore store;
  private final Transactions transactions;
  private final Participants participants;
  private final Lookups lookups;
  private final Readers readers;
  private final Timekeeper time;

  public BlobHolders(
      MessageStore store,
      Transactions transactions,
      Participants participants,
      Lookups lookups,
      Readers readers,
      Timekeeper time) {
    this.store = store;
    this.transactions = transactions;
    this.participants = participants;
    this.lookups = lookups;
    this.readers = readers;
    this.time = time;
  }

  /** When and by what message a blob was last stored or attached. */
  private record Stored(long number, long unixMillis) {
    static @Nullable Stored parse(byte @Nullable [] value) {
      if (value == null) {
        return null;
      }
      String[] parts = new String(value, StandardCharsets.US_ASCII).split(" ", 2);
      return new Stored(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }

    byte[] bytes() {
      return (number + " " + unixMillis).getBytes(StandardCharsets.US_ASCII);
    }
  }

  // ---- those who store

  /**
   * Its bytes are on disk; from now on it can be attached.
   *
   * @param by who may attach it beside the owner, or null for nobody
   * @param bytesMax how much that agent may have stored; refused when it has as much already
   */
  public CompletableFuture<Boolean> onStored(
      String sha256, long size, @Nullable AgentId by, long bytesMax) {
    long now = time.millis();
    return transactions.run(
        tx -> {
          Agent storing = by == null ? null : participants.agent(by).orElse(null);
          if (storing != null) {
            StoredBytes.add(
                tx, TABLE + sha256, storing.id(), storing.incarnation(), size, bytesMax);
          }
          Stored before = Stored.parse(tx.get(TABLE + sha256, STORED));
          tx.put(
              TABLE + sha256, STORED, new Stored(before == null ? 0 : before.number, now).bytes());
          return by == null || hold(tx, sha256, by);
        });
  }

  /**
   * Before an upload begins.
   *
   * @throws Refused when this agent has stored as much as it may
   */
  public void requireRoom(AgentId by, long bytesMax) {
    Agent agent = participants.requireAgent(by);
    byte[] stored = store.record(StoredBytes.table(), by.value()).orElse(null);
    StoredBytes.require(by, stored, agent.incarnation(), bytesMax);
  }

  /** False when there is no such agent. */
  private boolean hold(Tx tx, String sha256, AgentId by) {
    byte[] which = which(by);
    if (which != null) {
      tx.put(TABLE + sha256, AGENT + by, which);
    }
    return which != null;
  }

  /** Tells an agent from one that had its name before or will have it later. */
  private byte @Nullable [] which(AgentId id) {
    Agent agent = participants.agent(id).orElse(null);
    return agent == null ? null : agent.incarnation().getBytes(StandardCharsets.US_ASCII);
  }

  /** A record that is made in this commit names the blob: it stays until it is let go as often. */
  public static void keep(Tx tx, String sha256) {
    tx.put(TABLE + sha256, KEPT, count(kept(tx, sha256) + 1));
  }

  /** A record that named it is gone. */
  public static void letGo(Tx tx, String sha256) {
    long left = kept(tx, sha256) - 1;
    if (left > 0) {
      tx.put(TABLE + sha256, KEPT, count(left));
    } else {
      tx.delete(TABLE + sha256, KEPT);
    }
  }

  private static long kept(Tx tx, String sha256) {
    byte[] count = tx.get(TABLE + sha256, KEPT);
    return count == null ? 0 : Long.parseLong(new String(count, StandardCharsets.US_ASCII));
  }

  private static byte[] count(long number) {
    return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether a record of another room names it. */
  public boolean isKept(String sha256) {
    return store.record(TABLE + sha256, KEPT).isPresent();
  }

  /**
   * Forgets a blob before its bytes are thrown away.
   *
   * @return false when it was attached from that number on, stored again since that time, or is
   *     kept by a record: then it stays
   */
  public CompletableFuture<Boolean> forget(String sha256, long number, long unixMillis) {
    List<String> keys = new ArrayList<>();
    store.forEachRecord(TABLE + sha256, (key, _) -> keys.add(key));
    return transactions.run(
        tx -> {
          Stored stored = Stored.parse(tx.get(TABLE + sha256, STORED));
          boolean attached =
              stored != null && (stored.number >= number || stored.unixMillis >= unixMillis);
          if (attached || kept(tx, sha256) > 0) {
            return false;
          }
          for (String key : keys) {
            StoredBytes.remove(tx, TABLE + sha256, key);
            tx.delete(TABLE + sha256, key);
          }
          return true;
        });
  }

  // ---- those who ask

  /**
   * Has this agent stored it, or sent or received it with a message?
   *
   * @param mayReadOf whose messages this agent may read beside its own
   */
  public CompletableFuture<Boolean> mayHave(
      AgentId agent, String sha256, Predicate<AgentId> mayReadOf) {
    return readers.read(
        () ->
            isOf(agent, store.record(TABLE + sha256, AGENT + agent).orElse(null))
                || isAmongMany(agent, sha256)
                || of(sha256).anyMatch(mayReadOf));
  }

  private Stream<AgentId> of(String sha256) {
    List<AgentId> agents = new ArrayList<>();
    store.forEachRecord(
        TABLE + sha256,
        (key, holder) -> {
          if (key.startsWith(AGENT)) {
            AgentId agent = new AgentId(key.substring(AGENT.length()));
            if (isOf(agent, holder)) {
              agents.add(agent);
            }
          }
        });
    return agents.stream();
  }

  /** Is it the agent's that there is now, and not one's that had its name before? */
  private boolean isOf(AgentId agent, byte @Nullable [] holder) {
    return holder != null && Arrays.equals(holder, which(agent));
  }

  private boolean isAmongMany(AgentId agent, String sha256) {
    List<MessageId> messages = new ArrayList<>();
    store.forEachRecord(
        TABLE + sha256,
        (key, _) -> {
          if (key.startsWith(MESSAGE)) {
            messages.add(MessageId.parse(key.substring(MESSAGE.length())));
          }
        });
    return messages.stream().anyMatch(id -> lookups.reached(id, agent));
  }

  // ---- messages

  @Override
  public Set<String> tables() {
    return Set.of(); // nothing of them is kept in memory
  }

  @Override
  public void check(Draft draft) {
    List<String> _ = Attachments.named(draft.extras());
  }

  /** An agent attaches only what it may have: whoever sees its message may have it as well. */
  @Override
  public @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    for (String name : Attachments.named(draft.extras())) {
      boolean known = tx.get(TABLE + name, STORED) != null;
      if (!known || (from.behalf() == Sender.Behalf.AGENT && !mayAttach(tx, from, name))) {
        throw new Refused(
            ErrorCode.NOT_FOUND, "there is no file " + name + " to attach; store it first");
      }
    }
    return null;
  }

  private boolean mayAttach(Tx tx, Sender from, String name) {
    AgentId agent = new AgentId(from.name());
    return isOf(agent, tx.get(TABLE + name, AGENT + agent)) || isAmongMany(agent, name);
  }

  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    for (String name : Attachments.named(message.draft().extras())) {
      sender(message.draft().from()).ifPresent(from -> hold(tx, name, from));
      attach(tx, name, stored, placements);
    }
  }

  /** Whoever may send need not be an agent. */
  private static Optional<AgentId> sender(String name) {
    try {
      return Optional.of(new AgentId(name));
    } catch (InvalidAddress e) {
      return Optional.empty();
    }
  }

  @Override
  public void onFiledAgain(Tx tx, MessageId id, List<Placement> placements) {
    StoredMessage stored = tx.find(id);
    if (stored != null) {
      attachAll(tx, stored, placements);
    }
  }

  @Override
  public void onAdopt(Tx tx, StoredMessage stored, List<Placement> waiting) {
    attachAll(tx, stored, waiting);
  }

  private void attachAll(Tx tx, StoredMessage stored, List<Placement> placements) {
    byte[] extras = Message.parse(stored.number(), stored.json()).draft().extras();
    List<String> names;
    try {
      names = Attachments.named(extras);
    } catch (Refused e) {
      return; // accepted before names were looked at
    }
    for (String name : names) {
      // One that is not here, because only the message was imported, is nobody's.
      if (tx.get(TABLE + name, STORED) != null) {
        attach(tx, name, stored, placements);
      }
    }
  }

  private void attach(Tx tx, String name, StoredMessage stored, List<Placement> placements) {
    tx.put(TABLE + name, STORED, new Stored(stored.number(), time.millis()).bytes());
    List<AgentId> recipients =
        placements.stream()
            .filter(placement -> placement.box().isInbox())
            .map(placement -> ((BoxId.Inbox) placement.box()).agent())
            .distinct()
            .toList();
    boolean writtenDown =
        recipients.size() <= WRITTEN_DOWN_MAX
            && recipients.stream().allMatch(agent -> hold(tx, name, agent));
    if (!writtenDown) {
      tx.put(TABLE + name, MESSAGE + stored.id(), new byte[0]);
    }
  }

  @Override
  public void ended(boolean durable) {
    // Nothing of it is kept in memory.
  }

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    // Nothing of it is kept in memory.
  }
}
