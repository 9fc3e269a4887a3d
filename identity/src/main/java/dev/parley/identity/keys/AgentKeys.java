package dev.parley.identity.keys;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of agents: who may add and withdraw them, and which are good now, at this hub and at
 * every other. They go with their agent. Any thread; never blocks after the start.
 */
public final class AgentKeys {
  private static final String TABLE = "agent-keys";
  private static final int NAME_MAX = 256;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /**
   * A key that somebody wants to add.
   *
   * @param id null for its thumbprint
   * @param name null for none
   */
  public record Offer(@Nullable String id, @Nullable String name, VerifyingKey material) {
    public Offer {
      if (id != null && !ID.matcher(id).matches()) {
        throw new Refused(
            ErrorCode.BAD_REQUEST, "'keyId' has 1 to 64 characters out of A-Z a-z 0-9 . _ -");
      }
      if (name != null
          && (name.length() > NAME_MAX || name.chars().anyMatch(Character::isISOControl))) {
        throw new Refused(
            ErrorCode.BAD_REQUEST,
            "'name' has at most " + NAME_MAX + " characters and no control characters");
      }
    }

    private AgentKey toKey(long now) {
      return new AgentKey(
          id == null ? material.thumbprint() : id, name == null ? "" : name, material, now, 0);
    }
  }

  private final Participants participants;
  private final Transactions transactions;
  private final Timekeeper time;
  private final AuditLog audit;
  private final Map<AgentId, KeyRing> rings = new ConcurrentHashMap<>();
  private final List<Consumer<AgentId>> goneHooks = new CopyOnWriteArrayList<>();

  public AgentKeys(
      Records records,
      Transactions transactions,
      Participants participants,
      Timekeeper time,
      AuditLog audit) {
    this.participants = participants;
    this.transactions = transactions;
    this.time = time;
    this.audit = audit;
    records.forEach(TABLE, (id, bytes) -> rings.put(new AgentId(id), KeyRing.of(bytes)));
    records.follow(TABLE, this::onElsewhere);
    participants.onAgent(this::onAgent);
  }

  /** Told of each agent a key of which is no longer good, here or elsewhere; must not block. */
  public void onGone(Consumer<AgentId> hook) {
    goneHooks.add(hook);
  }

  // ---- which there are

  /** The key, if it is good now. */
  public Optional<AgentKey> live(AgentId agent, String keyId) {
    return ring(agent).flatMap(ring -> ring.live(keyId));
  }

  /** Is what somebody came in with still good? */
  public boolean isGood(KeyLogin login) {
    return ring(login.agent())
        .filter(ring -> ring.incarnation().equals(login.incarnation()))
        .flatMap(ring -> ring.live(login.keyId()))
        .isPresent();
  }

  /** The same as of the commit that is being made, before which every other hub's have come. */
  public boolean isGood(Tx tx, KeyLogin login) {
    byte[] bytes = tx.get(TABLE, login.agent().value());
    return isGood(login)
        && bytes != null
        && Optional.of(KeyRing.of(bytes))
            .filter(ring -> ring.incarnation().equals(login.incarnation()))
            .flatMap(ring -> ring.live(login.keyId()))
            .isPresent();
  }

  public Optional<KeyLogin> login(AgentId agent, String keyId) {
    return ring(agent)
        .filter(ring -> ring.live(keyId).isPresent())
        .map(ring -> new KeyLogin(agent, ring.incarnation(), keyId));
  }

  /** Those that are good, oldest first; whoever manages them sees also which were withdrawn. */
  public List<AgentKey> list(Visit by, AgentId agent) {
    boolean all = mayManage(by, agent);
    return ring(agent)
        .map(ring -> ring.keys().stream().filter(key -> all || key.isLive()).toList())
        .orElse(List.of());
  }

  private Optional<KeyRing> ring(AgentId id) {
    KeyRing ring = rings.get(id);
    return ring == null
        ? Optional.empty()
        : participants
            .agent(id)
            .filter(agent -> agent.incarnation().equals(ring.incarnation()))
            .map(_ -> ring);
  }

  // ---- changing them

  public CompletableFuture<AgentKey> add(Visit by, AgentId agent, Offer offer) {
    AgentKey key = offer.toKey(time.millis());
    return audited(
        by,
        "agent.key.add",
        agent + "/" + key.id(),
        () -> changed(by, agent, ring -> ring.with(key)).thenApply(_ -> key));
  }

  /** Withdraws a key; what was opened with it ends. */
  public CompletableFuture<AgentKey> remove(Visit by, AgentId agent, String keyId) {
    long now = time.millis();
    return audited(
        by,
        "agent.key.remove",
        agent + "/" + keyId,
        () ->
            changed(by, agent, ring -> ring.without(keyId, now))
                .thenApply(ring -> named(ring, keyId)));
  }

  /** Adds a key and withdraws another, in one change; completes with the new one. */
  public CompletableFuture<AgentKey> rotate(Visit by, AgentId agent, String oldKeyId, Offer offer) {
    long now = time.millis();
    AgentKey key = offer.toKey(now);
    return audited(
        by,
        "agent.key.rotate",
        agent + "/" + oldKeyId + " to " + key.id(),
        () ->
            changed(by, agent, ring -> ring.without(oldKeyId, now).with(key)).thenApply(_ -> key));
  }

  /** Withdraws all of them; for whoever has decided already that this may be. */
  public CompletableFuture<Boolean> removeAll(AgentId agent) {
    long now = time.millis();
    if (ring(agent).filter(ring -> ring.live().findAny().isPresent()).isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    return changed(participants.requireAgent(agent), ring -> ring.withoutAny(now))
        .thenApply(_ -> true);
  }

  private static AgentKey named(KeyRing ring, String keyId) {
    return ring.keys().stream()
        .filter(key -> key.id().equals(keyId))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("just withdrawn"));
  }

  private boolean mayManage(Visit by, AgentId agent) {
    AgentId self = by.who().scope();
    return by.who().mayActFor(agent)
        || (self != null && participants.separation().owns(self, agent));
  }

  private CompletableFuture<KeyRing> changed(Visit by, AgentId id, UnaryOperator<KeyRing> change) {
    if (!mayManage(by, id)) {
      // The same whether that agent is there or not.
      by.requireActingFor(id);
    }
    return changed(participants.requireAgent(id), change);
  }

  private CompletableFuture<KeyRing> changed(Agent agent, UnaryOperator<KeyRing> change) {
    AgentId id = agent.id();
    return transactions
        .run(
            tx -> {
              if (!isThere(agent)) {
                throw new Refused(ErrorCode.NOT_FOUND, Participants.noSuchAgent(id));
              }
              KeyRing next = change.apply(current(tx, agent));
              tx.put(TABLE, id.value(), next.toBytes());
              return next;
            })
        .thenApply(
            next -> {
              take(id, next);
              return next;
            });
  }

  private boolean isThere(Agent agent) {
    return participants
        .agent(agent.id())
        .filter(now -> now.incarnation().equals(agent.incarnation()))
        .isPresent();
  }

  private static KeyRing current(Tx tx, Agent agent) {
    byte[] bytes = tx.get(TABLE, agent.id().value());
    KeyRing ring = bytes == null ? KeyRing.empty(agent.incarnation()) : KeyRing.of(bytes);
    return ring.incarnation().equals(agent.incarnation())
        ? ring
        : KeyRing.empty(agent.incarnation());
  }

  private <T> CompletableFuture<T> audited(
      Visit by, String action, String subject, Supplier<CompletableFuture<T>> change) {
    CompletableFuture<T> outcome;
    try {
      outcome = change.get();
    } catch (Refused refused) {
      outcome = CompletableFuture.failedFuture(refused);
    }
    return outcome.whenComplete(
        (_, failure) ->
            audit.done(by, action, subject, failure == null ? null : Refused.of(failure)));
  }

  // ---- what became of them

  /** Changes may be heard of in another order than they were made in; the later one stays. */
  private void take(AgentId id, KeyRing next) {
    boolean[] lost = {false};
    rings.compute(
        id,
        (_, was) -> {
          boolean sameAgent = was != null && was.incarnation().equals(next.incarnation());
          if (was != null && sameAgent && was.version() >= next.version()) {
            return was;
          }
          lost[0] = was != null && sameAgent && next.hasLost(was);
          return next;
        });
    if (lost[0]) {
      gone(id);
    }
  }

  /** Another hub has changed them. Committer thread. */
  private void onElsewhere(String id, byte @Nullable [] bytes) {
    if (bytes != null) {
      take(new AgentId(id), KeyRing.of(bytes));
    }
  }

  /** With an agent go its keys, before another can have its name. Committer thread. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was == null || (now != null && now.incarnation().equals(was.incarnation()))) {
      return;
    }
    KeyRing ring = rings.get(was.id());
    if (ring == null || !ring.incarnation().equals(was.incarnation())) {
      return;
    }
    rings.remove(was.id(), ring);
    gone(was.id());
    // Good for nothing any more; what a crash leaves of it is overwritten by the next of its name.
    var _ =
        transactions.run(
            tx -> {
              byte[] bytes = tx.get(TABLE, was.id().value());
              if (bytes != null && KeyRing.of(bytes).incarnation().equals(was.incarnation())) {
                tx.delete(TABLE, was.id().value());
              }
              return true;
            });
  }

  private void gone(AgentId id) {
    goneHooks.forEach(hook -> hook.accept(id));
  }
}
