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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The sessions of the registry. Each belongs to an agent and goes with it. */
final class Sessions {
  private static final Table.Format<Session> FORMAT =
      new Table.Format<>(
          "sessions", session -> session.key().text(), RecordJson::write, RecordJson::readSession);

  private final Committer committer;
  private final Timekeeper time;
  private final Agents agents;
  private final SubscriptionRouting routing;
  private final Consumer<BoxId> onInboxGone;
  private final Table<Session> table = new Table<>(FORMAT, this::onChange);

  Sessions(
      Committer committer,
      Timekeeper time,
      Agents agents,
      SubscriptionRouting routing,
      Consumer<BoxId> onInboxGone) {
    this.committer = committer;
    this.time = time;
    this.agents = agents;
    this.routing = routing;
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
        change -> {
          Agent _ = agents.current(key.agent());
          if (table.current(key.text()) != null) {
            throw new Refused(
                ErrorCode.ALREADY_EXISTS, "there is a session '" + key.text() + "' already");
          }
          long at = time.millis();
          String called = title == null ? key.session().value() : title;
          Session now = new Session(key, called, at, at, List.of());
          table.put(change, null, now);
          return now;
        });
  }

  private CompletableFuture<Session> change(SessionKey key, UnaryOperator<Session> changed) {
    return RegistryChange.submit(
        committer,
        change -> {
          Session was = require(table.current(key.text()), key);
          Session now = changed.apply(was);
          table.put(change, was, now);
          return now;
        });
  }

  CompletableFuture<Session> subscribe(SessionKey key, Pattern pattern) {
    return change(
        key,
        was ->
            was.withSubscriptions(Subscription.added(was.subscriptions(), pattern, time.millis())));
  }

  CompletableFuture<Session> unsubscribe(SessionKey key, Pattern pattern) {
    return change(
        key,
        was ->
            was.withSubscriptions(Subscription.removed(was.subscriptions(), pattern, key.text())));
  }

  CompletableFuture<Session> delete(SessionKey key) {
    return RegistryChange.submit(
        committer,
        change -> {
          Session was = require(table.current(key.text()), key);
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
