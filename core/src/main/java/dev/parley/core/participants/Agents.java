package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The agents of the registry. */
final class Agents {

  /** How an agent comes to be, and what holds for it then. */
  enum Origin {
    /** Its name must be free and resemble no other's, and nothing of the past is its own. */
    NEW,
    /** The owner's own, whose name nobody else may have. */
    OWNERS,
    /** It comes with imported messages, as it was called elsewhere, and those are its own. */
    IMPORTED
  }

  private static final Table.Format<Agent> FORMAT =
      new Table.Format<>(
          "agents", agent -> agent.id().value(), RecordJson::write, RecordJson::readAgent);

  private final Committer committer;
  private final Timekeeper time;
  private final RegistryLimits limits;
  private final SubscriptionRouting routing;
  private final Subscriptions subscriptions;
  private final Separation separation;
  private final Consumer<BoxId> onInboxGone;
  private final Table<Agent> table = new Table<>(FORMAT, this::onChange);
  private final AgentNames names = new AgentNames();
  private final TokenHolders tokenHolders = new TokenHolders();
  private final List<AgentHook> hooks = new CopyOnWriteArrayList<>();

  Agents(
      Committer committer,
      Timekeeper time,
      RegistryLimits limits,
      SubscriptionRouting routing,
      Subscriptions subscriptions,
      Separation separation,
      Consumer<BoxId> onInboxGone) {
    this.committer = committer;
    this.time = time;
    this.limits = limits;
    this.routing = routing;
    this.subscriptions = subscriptions;
    this.separation = separation;
    this.onInboxGone = onInboxGone;
  }

  Table<Agent> table() {
    return table;
  }

  TokenHolders tokenHolders() {
    return tokenHolders;
  }

  List<AgentHook> hooks() {
    return hooks;
  }

  /** The commit has come to its end: what was staged is published or gone. */
  void onCommitted(boolean durable) {
    names.onCommitted();
    if (!durable) {
      table.discard();
    }
  }

  private void onChange(@Nullable Agent was, @Nullable Agent now) {
    names.onAgent(was, now);
    tokenHolders.onAgent(was, now);
    separation.onAgent(was, now); // before anything can reach it
    routing.onAgent(was, now);
    hooks.forEach(hook -> hook.onAgent(was, now));
    if (was != null && now == null) {
      onInboxGone.accept(BoxId.inbox(was.id()));
    }
  }

  /** The durable record. Any thread. */
  Agent existing(AgentId id) {
    return require(table.get(id.value()), id);
  }

  /** The record as the commit that is being made leaves it. Committer thread. */
  Agent current(AgentId id) {
    return require(table.current(id.value()), id);
  }

  /** A person's agents without the person's own, as that commit leaves them. Committer thread. */
  List<Agent> ownedBy(AgentId person) {
    return table.currentUnder("").stream()
        .filter(agent -> person.equals(agent.owner()) && !agent.isPerson())
        .toList();
  }

  /** In the order of their ids. */
  List<Agent> list(@Nullable AgentId after, int limit) {
    var from = after == null ? table.live() : table.live().tailMap(after.value(), false);
    return from.values().stream().limit(limit).toList();
  }

  CompletableFuture<Agent> create(
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      @Nullable String metadata,
      @Nullable String tokenHash,
      @Nullable AgentId owner,
      Origin origin) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(name, description, metadata),
        change -> {
          if (table.current(id.value()) != null) {
            throw new Refused(ErrorCode.ALREADY_EXISTS, "there is an agent '" + id + "' already");
          }
          return created(change, id, name, description, metadata, tokenHash, owner, origin);
        });
  }

  private Agent created(
      RegistryChange change,
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      @Nullable String metadata,
      @Nullable String tokenHash,
      @Nullable AgentId owner,
      Origin origin) {
    if (origin == Origin.NEW) {
      names.requireFree(id);
    }
    if (owner != null && !owner.equals(id)) {
      requirePerson(owner);
    }
    Agent now =
        new Agent(
            id,
            name == null ? id.value() : name,
            description,
            metadata,
            null,
            tokenHash,
            owner,
            time.millis(),
            origin == Origin.IMPORTED ? Beginning.OF_TIME : beginning(id, change),
            List.of());
    put(change, null, now);
    names.take(id);
    return now;
  }

  /** Checks first, so that a refusal finds nothing changed. */
  CompletableFuture<Agent> admit(
      Ticket ticket,
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      String tokenHash) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(name, description),
        change -> {
          AgentId owner = ticket.owner(change.commit().record(ticket.table(), ticket.key()));
          Agent was = table.current(id.value());
          if (was != null && !isBotOf(owner, was)) {
            throw new Refused(ErrorCode.FORBIDDEN, "bot '" + id + "' belongs to another owner");
          }
          Agent now;
          if (was == null) {
            now = created(change, id, name, description, null, tokenHash, owner, Origin.NEW);
          } else {
            now = was.updated(name, description, null).withTokenHash(tokenHash).moved();
            put(change, was, now);
          }
          change.commit().delete(ticket.table(), ticket.key());
          return now;
        });
  }

  private static boolean isBotOf(@Nullable AgentId owner, Agent agent) {
    return Objects.equals(owner, agent.owner())
        && !agent.isPerson()
        && !agent.id().value().equals(Sender.OWNER_NAME);
  }

  /** A person may have gone while an agent was made for it. */
  private void requirePerson(AgentId owner) {
    Agent person = table.current(owner.value());
    if (person == null || !person.isPerson()) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no account '" + owner + "'");
    }
  }

  private static Beginning beginning(AgentId id, RegistryChange change) {
    long sent = change.commit().stats(BoxId.outbox(id.value())).next();
    return new Beginning(change.commit().nextNumber(), sent);
  }

  /**
   * @param bytes about how much the change brings
   */
  CompletableFuture<Agent> change(AgentId id, int bytes, UnaryOperator<Agent> changed) {
    return RegistryChange.submit(
        committer,
        bytes,
        change -> {
          Agent was = current(id);
          Agent now = changed.apply(was).moved();
          put(change, was, now);
          return now;
        });
  }

  private void put(RegistryChange change, @Nullable Agent was, Agent now) {
    limits.checkRecord(now.id().value(), RecordJson.write(now).length);
    if (was != null) {
      subscriptions.move(change, Subscriptions.Holder.of(was));
    }
    table.put(change, was, now);
  }

  /** The subscription, or nothing for the automatic one, which nobody has to ask for. */
  CompletableFuture<Optional<Subscription>> subscribe(AgentId id, Pattern pattern) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(pattern.text()),
        change -> {
          Agent was = current(id);
          if (pattern.equals(Subscription.automatic(id))) {
            return Optional.empty();
          }
          Subscription added = subscriptions.add(change, Subscriptions.Holder.of(was), pattern);
          table.put(change, was, was.moved());
          return Optional.of(added);
        });
  }

  CompletableFuture<Subscription> unsubscribe(AgentId id, Pattern pattern) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(pattern.text()),
        change -> {
          Agent was = current(id);
          if (pattern.equals(Subscription.automatic(id))) {
            throw new Refused(
                ErrorCode.CONFLICT,
                "'" + pattern.text() + "' is automatic: an agent always gets what is sent to it");
          }
          Subscription gone = subscriptions.remove(change, Subscriptions.Holder.of(was), pattern);
          table.put(change, was, was.moved());
          return gone;
        });
  }

  void drop(RegistryChange change, Agent agent) {
    subscriptions.dropAll(change, agent.id());
    table.drop(change, agent);
    names.giveBack(agent.id());
    change.empty(BoxId.inbox(agent.id()));
  }

  private static Agent require(@Nullable Agent found, AgentId id) {
    if (found == null) {
      throw new Refused(ErrorCode.NOT_FOUND, Participants.noSuchAgent(id));
    }
    return found;
  }
}
