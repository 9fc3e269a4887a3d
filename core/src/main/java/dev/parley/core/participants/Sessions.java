package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionKey;
import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions of the registry. Each belongs to an agent and goes with it. */
final class Sessions {
  private static final Table.Format<Session> FORMAT =
      new Table.Format<>(
          "sessions", session -> session.key().text(), RecordJson::write, RecordJson::readSession);

  private final Committer committer;
  private final Timekeeper time;
  private final RegistryLimits limits;
  private final Agents agents;
  private final SubscriptionRouting routing;
  private final Subscriptions subscriptions;
  private final Consumer<BoxId> onInboxGone;
  private final Table<Session> table = new Table<>(FORMAT, this::onChange);

  Sessions(
      Committer committer,
      Timekeeper time,
      RegistryLimits limits,
      Agents agents,
      SubscriptionRouting routing,
      Subscriptions subscriptions,
      Consumer<BoxId> onInboxGone) {
    this.committer = committer;
    this.time = time;
    this.limits = limits;
    this.agents = agents;
    this.routing = routing;
    this.subscriptions = subscriptions;
    this.onInboxGone = onInboxGone;
  }

  Table<Session> table() {
    return table;
  }

  private void onChange(@Nullable Session was, @Nullable Session now) {
    routing.onSession(was, now);
    if (was != null && now == null) {
      onInboxGone.accept(BoxId.inbox(was.key()));
    }
  }

  /** The durable record. Any thread. */
  Session existing(SessionKey key) {
    return require(table.get(key.text()), key);
  }

  List<Session> of(AgentId agent) {
    return List.copyOf(table.under(agent.value() + "/").values());
  }

  CompletableFuture<Session> create(SessionKey key, @Nullable String title) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(title),
        change -> {
          Agent _ = agents.current(key.agent());
          if (table.current(key.text()) != null) {
            throw new Refused(
                ErrorCode.ALREADY_EXISTS, "there is a session '" + key.text() + "' already");
          }
          long at = time.millis();
          String called = title == null ? key.session().value() : title;
          Session now = new Session(key, called, at, at, List.of());
          limits.checkSessions(key.agent().value(), table.currentCount(key.agent().value() + "/"));
          limits.checkRecord(key.text(), RecordJson.write(now).length);
          table.put(change, null, now);
          return now;
        });
  }

  private Session current(SessionKey key) {
    return require(table.current(key.text()), key);
  }

  CompletableFuture<Subscription> subscribe(SessionKey key, Pattern pattern) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(pattern.text()),
        change -> {
          Session was = current(key);
          Subscription added = subscriptions.add(change, Subscriptions.Holder.of(was), pattern);
          table.put(change, was, was.moved());
          return added;
        });
  }

  CompletableFuture<Subscription> unsubscribe(SessionKey key, Pattern pattern) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(pattern.text()),
        change -> {
          Session was = current(key);
          Subscription gone = subscriptions.remove(change, Subscriptions.Holder.of(was), pattern);
          table.put(change, was, was.moved());
          return gone;
        });
  }

  CompletableFuture<Session> delete(SessionKey key) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(),
        change -> {
          Session was = current(key);
          drop(change, was);
          return was;
        });
  }

  /** The agent goes, and its sessions with it. */
  void dropAll(RegistryChange change, AgentId agent) {
    for (Session session : table.currentUnder(agent.value() + "/")) {
      drop(change, session);
    }
  }

  private void drop(RegistryChange change, Session session) {
    subscriptions.dropAll(change, session.key());
    table.drop(change, session);
    change.empty(BoxId.inbox(session.key()));
  }

  private static Session require(@Nullable Session found, SessionKey key) {
    if (found == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND,
          "there is no session '" + key.text() + "'; create it with session.create");
    }
    return found;
  }
}
