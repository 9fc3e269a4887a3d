package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The agents of the registry. */
final class Agents {
  private static final Table.Format<Agent> FORMAT =
      new Table.Format<>(
          "agents", agent -> agent.id().value(), RecordJson::write, RecordJson::readAgent);

  private final Committer committer;
  private final Timekeeper time;
  private final SubscriptionRouting routing;
  private final Consumer<BoxId> onInboxGone;
  private final Table<Agent> table = new Table<>(FORMAT, this::onChange);
  private final TokenHolders tokenHolders = new TokenHolders();
  private final List<AgentHook> hooks = new CopyOnWriteArrayList<>();

  Agents(
      Committer committer,
      Timekeeper time,
      SubscriptionRouting routing,
      Consumer<BoxId> onInboxGone) {
    this.committer = committer;
    this.time = time;
    this.routing = routing;
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

  private void onChange(@Nullable Agent was, @Nullable Agent now) {
    tokenHolders.onAgent(was, now);
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
      @Nullable String tokenHash) {
    return RegistryChange.submit(
        committer,
        change -> {
          if (table.current(id.value()) != null) {
            throw new Refused(ErrorCode.ALREADY_EXISTS, "there is an agent '" + id + "' already");
          }
          String called = name == null ? id.value() : name;
          Agent now =
              new Agent(id, called, description, metadata, tokenHash, time.millis(), List.of());
          table.put(change, null, now);
          return now;
        });
  }

  CompletableFuture<Agent> change(AgentId id, UnaryOperator<Agent> changed) {
    return RegistryChange.submit(
        committer,
        change -> {
          Agent was = current(id);
          Agent now = changed.apply(was);
          table.put(change, was, now);
          return now;
        });
  }

  CompletableFuture<Agent> subscribe(AgentId id, Pattern pattern) {
    return change(
        id,
        was ->
            pattern.equals(Subscription.automatic(id))
                ? was
                : was.withSubscriptions(
                    Subscription.added(was.subscriptions(), pattern, time.millis())));
  }

  CompletableFuture<Agent> unsubscribe(AgentId id, Pattern pattern) {
    return change(
        id,
        was -> {
          if (pattern.equals(Subscription.automatic(id))) {
            throw new Refused(
                ErrorCode.CONFLICT,
                "'" + pattern.text() + "' is automatic: an agent always gets what is sent to it");
          }
          return was.withSubscriptions(
              Subscription.removed(was.subscriptions(), pattern, id.value()));
        });
  }

  void drop(RegistryChange change, Agent agent) {
    table.drop(change, agent);
    change.empty(BoxId.inbox(agent.id()));
  }

  private static Agent require(@Nullable Agent found, AgentId id) {
    if (found == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND,
          "there is no agent '" + id + "'; create it with agent.create or 'parley agents add'");
    }
    return found;
  }
}
