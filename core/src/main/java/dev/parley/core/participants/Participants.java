package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionKey;
import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The registry of agents, sessions and groups, and the router that follows from it. */
public final class Participants {
  private static final int SUBSCRIPTIONS_MAX = 10_000;

  private final Committer committer;
  private final Timekeeper time;
  private final Router router = new Router();
  private final Table<Agent> agents = new Table<>("agents", RecordJson::write);
  private final Table<Session> sessions = new Table<>("sessions", RecordJson::write);
  private final Table<Group> groups = new Table<>("groups", RecordJson::write);
  private final List<Consumer<BoxId>> onBoxGone = new ArrayList<>();

  public Participants(MessageStore store, Committer committer, Timekeeper time) {
    this.committer = committer;
    this.time = time;
    store.forEachRecord(agents.name(), (key, json) -> load(key, RecordJson.readAgent(json)));
    store.forEachRecord(sessions.name(), (key, json) -> load(key, RecordJson.readSession(json)));
    store.forEachRecord(groups.name(), (key, json) -> load(key, RecordJson.readGroup(json)));
  }

  private void load(String key, Agent agent) {
    agents.load(key, agent);
    follow(null, agent);
  }

  private void load(String key, Session session) {
    sessions.load(key, session);
    follow(null, session);
  }

  private void load(String key, Group group) {
    groups.load(key, group);
    follow(null, group);
  }

  /** Who gets a message on this path, as of now. */
  public Targets targets(String from, Path path) {
    return router.targets(from, path);
  }

  /** Moves on with every change of what {@link #targets} may answer. */
  public long epoch() {
    return router.epoch();
  }

  public long subscriptionCount() {
    return router.size();
  }

  /** Told, on the committer thread, when an inbox has gone with its agent or session. */
  public void onBoxGone(Consumer<BoxId> listener) {
    onBoxGone.add(listener);
  }

  // ---- agents

  public Optional<Agent> agent(AgentId id) {
    return Optional.ofNullable(agents.get(id.value()));
  }

  public Agent requireAgent(AgentId id) {
    return existing(agents.get(id.value()), id);
  }

  /** In the order of their ids. */
  public List<Agent> agents(@Nullable AgentId after, int limit) {
    var from = after == null ? agents.live() : agents.live().tailMap(after.value(), false);
    return from.values().stream().limit(limit).toList();
  }

  public int agentCount() {
    return agents.live().size();
  }

  public CompletableFuture<Agent> createAgent(
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      @Nullable String metadata,
      @Nullable String tokenHash) {
    return changeAgent(
        id,
        (_, was) -> {
          if (was != null) {
            throw new Refused(ErrorCode.ALREADY_EXISTS, "there is an agent '" + id + "' already");
          }
          return new Agent(
              id,
              name == null ? id.value() : name,
              description,
              metadata,
              tokenHash,
              time.millis(),
              List.of());
        });
  }

  /** What is null stays as it is. */
  public CompletableFuture<Agent> updateAgent(
      AgentId id, @Nullable String name, @Nullable String description, @Nullable String metadata) {
    return changeAgent(
        id,
        (_, found) -> {
          Agent was = existing(found, id);
          return new Agent(
              id,
              name == null ? was.name() : name,
              description == null ? was.description() : description,
              metadata == null ? was.metadata() : metadata,
              was.tokenHash(),
              was.createdAt(),
              was.subscriptions());
        });
  }

  public CompletableFuture<Agent> setTokenHash(AgentId id, @Nullable String tokenHash) {
    return changeAgent(id, (_, was) -> existing(was, id).withTokenHash(tokenHash));
  }

  public CompletableFuture<Agent> subscribe(AgentId id, Pattern pattern) {
    return changeAgent(
        id,
        (_, found) -> {
          Agent was = existing(found, id);
          return isAutomatic(id, pattern)
              ? was
              : was.withSubscriptions(added(was.subscriptions(), pattern));
        });
  }

  public CompletableFuture<Agent> unsubscribe(AgentId id, Pattern pattern) {
    return changeAgent(
        id,
        (_, found) -> {
          Agent was = existing(found, id);
          if (isAutomatic(id, pattern)) {
            throw new Refused(
                ErrorCode.CONFLICT,
                "'" + pattern.text() + "' is automatic: an agent always gets what is sent to it");
          }
          return was.withSubscriptions(removed(was.subscriptions(), pattern, id.value()));
        });
  }

  /**
   * Its sessions, subscriptions, memberships, inboxes and token go with it; what it has sent stays
   * in the outbox.
   */
  public CompletableFuture<Agent> deleteAgent(AgentId id) {
    List<Runnable> effects = new ArrayList<>();
    return committer.submit(
        commit -> {
          Agent was = existing(agents.current(id.value()), id);
          for (Session session : sessions(id)) {
            drop(commit, session, effects);
          }
          for (Group group : groups()) {
            Group current = groups.current(group.name().value());
            if (current != null && current.members().contains(id)) {
              List<AgentId> rest = new ArrayList<>(current.members());
              rest.remove(id);
              change(
                  commit, current, new Group(current.name(), rest, current.createdAt()), effects);
            }
          }
          agents.delete(commit, id.value());
          empty(commit, BoxId.inbox(id), effects);
          effects.add(
              () -> {
                agents.publish(id.value());
                follow(was, null);
              });
          return was;
        },
        result -> done(effects, result),
        _ -> discard(id));
  }

  private void discard(AgentId id) {
    agents.discard(id.value());
    sessions(id).forEach(session -> sessions.discard(session.key().text()));
    groups().forEach(group -> groups.discard(group.name().value()));
  }

  // ---- sessions

  public Optional<Session> session(SessionKey key) {
    return Optional.ofNullable(sessions.get(key.text()));
  }

  public Session requireSession(SessionKey key) {
    return existing(sessions.get(key.text()), key);
  }

  public List<Session> sessions(AgentId agent) {
    String prefix = agent.value() + "/";
    return List.copyOf(sessions.live().subMap(prefix, prefix + Character.MAX_VALUE).values());
  }

  public CompletableFuture<Session> createSession(SessionKey key, @Nullable String title) {
    return changeSession(
        key,
        (_, was) -> {
          existing(agents.current(key.agent().value()), key.agent());
          if (was != null) {
            throw new Refused(
                ErrorCode.ALREADY_EXISTS, "there is a session '" + key.text() + "' already");
          }
          long now = time.millis();
          return new Session(
              key, title == null ? key.session().value() : title, now, now, List.of());
        });
  }

  public CompletableFuture<Session> subscribe(SessionKey key, Pattern pattern) {
    return changeSession(
        key,
        (_, found) -> {
          Session was = existing(found, key);
          return was.withSubscriptions(added(was.subscriptions(), pattern));
        });
  }

  public CompletableFuture<Session> unsubscribe(SessionKey key, Pattern pattern) {
    return changeSession(
        key,
        (_, found) -> {
          Session was = existing(found, key);
          return was.withSubscriptions(removed(was.subscriptions(), pattern, key.text()));
        });
  }

  public CompletableFuture<Session> deleteSession(SessionKey key) {
    List<Runnable> effects = new ArrayList<>();
    return committer.submit(
        commit -> {
          Session was = existing(sessions.current(key.text()), key);
          drop(commit, was, effects);
          return was;
        },
        result -> done(effects, result),
        _ -> sessions.discard(key.text()));
  }

  // ---- groups

  public Optional<Group> group(GroupName name) {
    return Optional.ofNullable(groups.get(name.value()));
  }

  public List<Group> groups() {
    return List.copyOf(groups.live().values());
  }

  public CompletableFuture<Group> putGroup(GroupName name, List<AgentId> members) {
    List<Runnable> effects = new ArrayList<>();
    return committer.submit(
        commit -> {
          for (AgentId member : members) {
            existing(agents.current(member.value()), member);
          }
          Group was = groups.current(name.value());
          Group now =
              new Group(
                  name,
                  members.stream().distinct().toList(),
                  was == null ? time.millis() : was.createdAt());
          change(commit, was, now, effects);
          return now;
        },
        result -> done(effects, result),
        _ -> groups.discard(name.value()));
  }

  public CompletableFuture<Group> deleteGroup(GroupName name) {
    List<Runnable> effects = new ArrayList<>();
    return committer.submit(
        commit -> {
          Group was = groups.current(name.value());
          if (was == null) {
            throw new Refused(ErrorCode.NOT_FOUND, "there is no group '" + name + "'");
          }
          groups.delete(commit, name.value());
          effects.add(
              () -> {
                groups.publish(name.value());
                follow(was, null);
              });
          return was;
        },
        result -> done(effects, result),
        _ -> groups.discard(name.value()));
  }

  // ---- how changes are made

  private static <T> T done(List<Runnable> effects, T result) {
    effects.forEach(Runnable::run);
    return result;
  }

  private CompletableFuture<Agent> changeAgent(
      AgentId id, BiFunction<Commit, @Nullable Agent, Agent> change) {
    List<Runnable> effects = new ArrayList<>();
    return committer.submit(
        commit -> {
          Agent was = agents.current(id.value());
          Agent now = change.apply(commit, was);
          agents.put(commit, id.value(), now);
          effects.add(
              () -> {
                agents.publish(id.value());
                follow(was, now);
              });
          return now;
        },
        result -> done(effects, result),
        _ -> agents.discard(id.value()));
  }

  private CompletableFuture<Session> changeSession(
      SessionKey key, BiFunction<Commit, @Nullable Session, Session> change) {
    List<Runnable> effects = new ArrayList<>();
    return committer.submit(
        commit -> {
          Session was = sessions.current(key.text());
          Session now = change.apply(commit, was);
          sessions.put(commit, key.text(), now);
          effects.add(
              () -> {
                sessions.publish(key.text());
                follow(was, now);
              });
          return now;
        },
        result -> done(effects, result),
        _ -> sessions.discard(key.text()));
  }

  private void change(Commit commit, @Nullable Group was, Group now, List<Runnable> effects) {
    groups.put(commit, now.name().value(), now);
    effects.add(
        () -> {
          groups.publish(now.name().value());
          follow(was, now);
        });
  }

  private void drop(Commit commit, Session session, List<Runnable> effects) {
    sessions.delete(commit, session.key().text());
    empty(commit, BoxId.inbox(session.key()), effects);
    effects.add(
        () -> {
          sessions.publish(session.key().text());
          follow(session, null);
        });
  }

  private void empty(Commit commit, BoxId box, List<Runnable> effects) {
    commit.trim(box, commit.stats(box).next());
    effects.add(() -> onBoxGone.forEach(listener -> listener.accept(box)));
  }

  private static boolean isAutomatic(AgentId id, Pattern pattern) {
    return pattern.text().equals("agent/" + id.value());
  }

  private List<Subscription> added(List<Subscription> before, Pattern pattern) {
    if (before.stream().anyMatch(subscription -> subscription.pattern().equals(pattern))) {
      return before;
    }
    if (before.size() >= SUBSCRIPTIONS_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "at most " + SUBSCRIPTIONS_MAX + " subscriptions; remove one or use a wildcard");
    }
    List<Subscription> after = new ArrayList<>(before);
    after.add(new Subscription(pattern, time.millis()));
    return after;
  }

  private static List<Subscription> removed(
      List<Subscription> before, Pattern pattern, String whose) {
    List<Subscription> after = new ArrayList<>(before);
    if (!after.removeIf(subscription -> subscription.pattern().equals(pattern))) {
      throw new Refused(
          ErrorCode.NOT_FOUND, "'" + whose + "' is not subscribed to '" + pattern.text() + "'");
    }
    return after;
  }

  // ---- how routing follows

  private void follow(@Nullable Agent was, @Nullable Agent now) {
    Agent either = now == null ? was : now;
    if (either == null) {
      return;
    }
    Router.Subscriber subscriber = new Router.Subscriber.OfAgent(either.id());
    if (was == null) {
      router.add(Pattern.parse("agent/" + either.id().value()), subscriber);
    } else if (now == null) {
      router.remove(Pattern.parse("agent/" + either.id().value()), subscriber);
    }
    follow(
        was == null ? List.of() : was.subscriptions(),
        now == null ? List.of() : now.subscriptions(),
        subscriber);
  }

  private void follow(@Nullable Session was, @Nullable Session now) {
    Session either = now == null ? was : now;
    if (either != null) {
      follow(
          was == null ? List.of() : was.subscriptions(),
          now == null ? List.of() : now.subscriptions(),
          new Router.Subscriber.OfSession(either.key()));
    }
  }

  private void follow(
      List<Subscription> was, List<Subscription> now, Router.Subscriber subscriber) {
    for (Subscription gone : was) {
      if (!now.contains(gone)) {
        router.remove(gone.pattern(), subscriber);
      }
    }
    for (Subscription fresh : now) {
      if (!was.contains(fresh)) {
        router.add(fresh.pattern(), subscriber);
      }
    }
  }

  /** Membership is a subscription to the group's path that nobody sees in a list. */
  private void follow(@Nullable Group was, @Nullable Group now) {
    List<AgentId> before = was == null ? List.of() : was.members();
    List<AgentId> after = now == null ? List.of() : now.members();
    Group either = now == null ? was : now;
    if (either == null) {
      return;
    }
    Pattern pattern = Pattern.parse("group/" + either.name().value());
    for (AgentId gone : before) {
      if (!after.contains(gone)) {
        router.remove(pattern, new Router.Subscriber.OfMember(gone));
      }
    }
    for (AgentId fresh : after) {
      if (!before.contains(fresh)) {
        router.add(pattern, new Router.Subscriber.OfMember(fresh));
      }
    }
  }

  private static Agent existing(@Nullable Agent found, AgentId id) {
    if (found == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND,
          "there is no agent '" + id + "'; create it with agent.create or 'parley agents add'");
    }
    return found;
  }

  private static Session existing(@Nullable Session found, SessionKey key) {
    if (found == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND,
          "there is no session '" + key.text() + "'; create it with session.create");
    }
    return found;
  }
}
