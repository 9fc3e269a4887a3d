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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The registry of agents, sessions and groups, and the router that follows from it. */
public final class Participants {

  /** What a change came to, and what is to happen once it is durable. */
  private record Made<T>(T result, List<Runnable> effects) {
    T takeEffect() {
      effects.forEach(Runnable::run);
      return result;
    }
  }

  private final Committer committer;
  private final Timekeeper time;
  private final Router router = new Router();
  private final Following following = new Following(router);
  private final Table<Agent> agents = new Table<>("agents", RecordJson::write);
  private final Table<Session> sessions = new Table<>("sessions", RecordJson::write);
  private final Table<Group> groups = new Table<>("groups", RecordJson::write);
  private final Map<String, AgentId> tokenHolders = new ConcurrentHashMap<>();
  private final List<Consumer<BoxId>> onBoxGone = new ArrayList<>();
  private final List<AgentHook> agentHooks = new CopyOnWriteArrayList<>();
  private final List<GroupHook> groupHooks = new CopyOnWriteArrayList<>();

  public Participants(MessageStore store, Committer committer, Timekeeper time) {
    this.committer = committer;
    this.time = time;
    committer.afterEach(this::settle);
    store.forEachRecord(
        agents.name(),
        (key, json) -> {
          Agent agent = RecordJson.readAgent(json);
          agents.set(key, agent);
          follow(null, agent);
        });
    store.forEachRecord(
        sessions.name(),
        (key, json) -> {
          Session session = RecordJson.readSession(json);
          sessions.set(key, session);
          following.session(null, session);
        });
    store.forEachRecord(
        groups.name(),
        (key, json) -> {
          Group group = RecordJson.readGroup(json);
          groups.set(key, group);
          following.group(null, group);
        });
  }

  /**
   * Who gets a message on this path, as of now.
   *
   * @throws Refused when the path lists recipients and one of them cannot be an agent's id
   */
  public Targets targets(String from, Path path) {
    return router.targets(from, path);
  }

  /**
   * Those of them that the commit which is being made does not remove: what is sent to somebody who
   * is just going must not be put where nobody looks any more. Committer thread.
   */
  public Targets staying(Targets targets) {
    if (!agents.isStaged() && !sessions.isStaged()) {
      return targets;
    }
    return targets.only(
        agent -> agents.current(agent.value()) != null,
        session -> sessions.current(session.text()) != null);
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

  /** Told of every agent that comes, changes or goes, until {@link #removeAgentHook}. */
  public void onAgent(AgentHook hook) {
    agentHooks.add(hook);
  }

  public void removeAgentHook(AgentHook hook) {
    agentHooks.remove(hook);
  }

  /** Told of every group that comes, changes or goes, until {@link #removeGroupHook}. */
  public void onGroup(GroupHook hook) {
    groupHooks.add(hook);
  }

  public void removeGroupHook(GroupHook hook) {
    groupHooks.remove(hook);
  }

  // ---- agents

  public Optional<Agent> agent(AgentId id) {
    return Optional.ofNullable(agents.get(id.value()));
  }

  /** Whose token has this hash. */
  public Optional<AgentId> tokenHolder(String tokenHash) {
    return Optional.ofNullable(tokenHolders.get(tokenHash));
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
    return change(
        (commit, effects) -> {
          if (agents.current(id.value()) != null) {
            throw new Refused(ErrorCode.ALREADY_EXISTS, "there is an agent '" + id + "' already");
          }
          String called = name == null ? id.value() : name;
          Agent now =
              new Agent(id, called, description, metadata, tokenHash, time.millis(), List.of());
          put(commit, null, now, effects);
          return now;
        });
  }

  /** What is null stays as it is. */
  public CompletableFuture<Agent> updateAgent(
      AgentId id, @Nullable String name, @Nullable String description, @Nullable String metadata) {
    return changeAgent(
        id,
        was ->
            new Agent(
                id,
                name == null ? was.name() : name,
                description == null ? was.description() : description,
                metadata == null ? was.metadata() : metadata,
                was.tokenHash(),
                was.createdAt(),
                was.subscriptions()));
  }

  /** Makes the metadata anew from what it is, with nobody in between; short, on the committer. */
  public CompletableFuture<Agent> changeMetadata(
      AgentId id, Function<@Nullable String, String> change) {
    return changeAgent(
        id,
        was ->
            new Agent(
                id,
                was.name(),
                was.description(),
                change.apply(was.metadata()),
                was.tokenHash(),
                was.createdAt(),
                was.subscriptions()));
  }

  public CompletableFuture<Agent> setTokenHash(AgentId id, @Nullable String tokenHash) {
    return changeAgent(id, was -> was.withTokenHash(tokenHash));
  }

  /** Asking twice is asking once; an agent need not ask for what is sent to itself. */
  public CompletableFuture<Agent> subscribe(AgentId id, Pattern pattern) {
    return changeAgent(
        id,
        was ->
            pattern.equals(Subscription.automatic(id))
                ? was
                : was.withSubscriptions(
                    Subscription.added(was.subscriptions(), pattern, time.millis())));
  }

  public CompletableFuture<Agent> unsubscribe(AgentId id, Pattern pattern) {
    return changeAgent(
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

  /**
   * Its sessions, subscriptions, memberships, inboxes and token go with it; what it has sent stays
   * in the outbox.
   */
  public CompletableFuture<Agent> deleteAgent(AgentId id) {
    return change(
        (commit, effects) -> {
          Agent was = existing(agents.current(id.value()), id);
          for (Session session : sessions.currentUnder(id.value() + "/")) {
            drop(commit, session, effects);
          }
          for (Group group : groups.currentUnder("")) {
            if (group.members().contains(id)) {
              List<AgentId> rest = group.members().stream().filter(m -> !m.equals(id)).toList();
              put(commit, group, new Group(group.name(), rest, group.createdAt()), effects);
            }
          }
          agents.delete(commit, id.value());
          effects.add(
              () -> {
                agents.publish(id.value());
                follow(was, null);
                agentHooks.forEach(hook -> hook.onAgent(was, null));
              });
          empty(commit, BoxId.inbox(id), effects);
          return was;
        });
  }

  // ---- sessions

  public Optional<Session> session(SessionKey key) {
    return Optional.ofNullable(sessions.get(key.text()));
  }

  public Session requireSession(SessionKey key) {
    return existing(sessions.get(key.text()), key);
  }

  public int sessionCount() {
    return sessions.live().size();
  }

  public List<Session> sessions(AgentId agent) {
    return List.copyOf(sessions.under(agent.value() + "/").values());
  }

  public CompletableFuture<Session> createSession(SessionKey key, @Nullable String title) {
    return change(
        (commit, effects) -> {
          existing(agents.current(key.agent().value()), key.agent());
          if (sessions.current(key.text()) != null) {
            throw new Refused(
                ErrorCode.ALREADY_EXISTS, "there is a session '" + key.text() + "' already");
          }
          long at = time.millis();
          String called = title == null ? key.session().value() : title;
          Session now = new Session(key, called, at, at, List.of());
          put(commit, null, now, effects);
          return now;
        });
  }

  public CompletableFuture<Session> subscribe(SessionKey key, Pattern pattern) {
    return changeSession(
        key,
        was ->
            was.withSubscriptions(Subscription.added(was.subscriptions(), pattern, time.millis())));
  }

  public CompletableFuture<Session> unsubscribe(SessionKey key, Pattern pattern) {
    return changeSession(
        key,
        was ->
            was.withSubscriptions(Subscription.removed(was.subscriptions(), pattern, key.text())));
  }

  public CompletableFuture<Session> deleteSession(SessionKey key) {
    return change(
        (commit, effects) -> {
          Session was = existing(sessions.current(key.text()), key);
          drop(commit, was, effects);
          return was;
        });
  }

  // ---- groups

  public Optional<Group> group(GroupName name) {
    return Optional.ofNullable(groups.get(name.value()));
  }

  public List<Group> groups() {
    return List.copyOf(groups.live().values());
  }

  public CompletableFuture<Group> putGroup(GroupName name, List<AgentId> members) {
    return change(
        (commit, effects) -> {
          for (AgentId member : members) {
            existing(agents.current(member.value()), member);
          }
          Group was = groups.current(name.value());
          long createdAt = was == null ? time.millis() : was.createdAt();
          Group now = new Group(name, members.stream().distinct().toList(), createdAt);
          put(commit, was, now, effects);
          return now;
        });
  }

  public CompletableFuture<Group> deleteGroup(GroupName name) {
    return change(
        (commit, effects) -> {
          Group was = existing(groups.current(name.value()), name);
          drop(commit, was, effects);
          return was;
        });
  }

  /** Nobody sees both names, or neither. */
  public CompletableFuture<Group> renameGroup(GroupName name, GroupName other) {
    return change(
        (commit, effects) -> {
          Group was = existing(groups.current(name.value()), name);
          if (name.equals(other)) {
            return was;
          }
          if (groups.current(other.value()) != null) {
            throw new Refused(ErrorCode.ALREADY_EXISTS, "there is a group '" + other + "' already");
          }
          Group now = new Group(other, was.members(), was.createdAt());
          drop(commit, was, effects);
          put(commit, null, now, effects);
          return now;
        });
  }

  // ---- what another hub has changed

  /** A record of one of the tables; others are none of our business. Committer thread. */
  public void onElsewhere(String table, String key, byte @Nullable [] json) {
    if (table.equals(agents.name())) {
      Agent was = agents.get(key);
      Agent now = json == null ? null : RecordJson.readAgent(json);
      if (was == null && now == null) {
        return;
      }
      agents.set(key, now);
      follow(was, now);
      agentHooks.forEach(hook -> hook.onAgent(was, now));
      if (now == null) {
        onBoxGone.forEach(listener -> listener.accept(BoxId.inbox(new AgentId(key))));
      }
    } else if (table.equals(sessions.name())) {
      Session was = sessions.get(key);
      Session now = json == null ? null : RecordJson.readSession(json);
      if (was == null && now == null) {
        return;
      }
      sessions.set(key, now);
      following.session(was, now);
      if (was != null && now == null) {
        onBoxGone.forEach(listener -> listener.accept(BoxId.inbox(was.key())));
      }
    } else if (table.equals(groups.name())) {
      Group was = groups.get(key);
      Group now = json == null ? null : RecordJson.readGroup(json);
      if (was == null && now == null) {
        return;
      }
      groups.set(key, now);
      following.group(was, now);
      groupHooks.forEach(hook -> hook.onGroup(was, now));
    }
  }

  // ---- how changes are made

  private <T> CompletableFuture<T> change(BiFunction<Commit, List<Runnable>, T> change) {
    return committer.submit(
        commit -> {
          List<Runnable> effects = new ArrayList<>();
          return new Made<>(change.apply(commit, effects), effects);
        },
        Made::takeEffect);
  }

  /** A commit fails as a whole, so everything that was staged for it goes. */
  private void settle(boolean durable) {
    if (!durable) {
      agents.discard();
      sessions.discard();
      groups.discard();
    }
  }

  private CompletableFuture<Agent> changeAgent(AgentId id, UnaryOperator<Agent> change) {
    return change(
        (commit, effects) -> {
          Agent was = existing(agents.current(id.value()), id);
          Agent now = change.apply(was);
          put(commit, was, now, effects);
          return now;
        });
  }

  private CompletableFuture<Session> changeSession(SessionKey key, UnaryOperator<Session> change) {
    return change(
        (commit, effects) -> {
          Session was = existing(sessions.current(key.text()), key);
          Session now = change.apply(was);
          put(commit, was, now, effects);
          return now;
        });
  }

  private void put(Commit commit, @Nullable Agent was, Agent now, List<Runnable> effects) {
    if (now.equals(was)) {
      return;
    }
    agents.put(commit, now.id().value(), now);
    effects.add(
        () -> {
          agents.publish(now.id().value());
          follow(was, now);
          agentHooks.forEach(hook -> hook.onAgent(was, now));
        });
  }

  private void follow(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && was.tokenHash() != null) {
      tokenHolders.remove(was.tokenHash());
    }
    if (now != null && now.tokenHash() != null) {
      tokenHolders.put(now.tokenHash(), now.id());
    }
    following.agent(was, now);
  }

  private void put(Commit commit, @Nullable Session was, Session now, List<Runnable> effects) {
    if (now.equals(was)) {
      return;
    }
    sessions.put(commit, now.key().text(), now);
    effects.add(
        () -> {
          sessions.publish(now.key().text());
          following.session(was, now);
        });
  }

  private void put(Commit commit, @Nullable Group was, Group now, List<Runnable> effects) {
    groups.put(commit, now.name().value(), now);
    effects.add(
        () -> {
          groups.publish(now.name().value());
          following.group(was, now);
          groupHooks.forEach(hook -> hook.onGroup(was, now));
        });
  }

  private void drop(Commit commit, Group group, List<Runnable> effects) {
    groups.delete(commit, group.name().value());
    effects.add(
        () -> {
          groups.publish(group.name().value());
          following.group(group, null);
          groupHooks.forEach(hook -> hook.onGroup(group, null));
        });
  }

  private void drop(Commit commit, Session session, List<Runnable> effects) {
    sessions.delete(commit, session.key().text());
    effects.add(
        () -> {
          sessions.publish(session.key().text());
          following.session(session, null);
        });
    empty(commit, BoxId.inbox(session.key()), effects);
  }

  private void empty(Commit commit, BoxId box, List<Runnable> effects) {
    commit.trim(box, commit.stats(box).next());
    effects.add(() -> onBoxGone.forEach(listener -> listener.accept(box)));
  }

  private static Agent existing(@Nullable Agent found, AgentId id) {
    if (found == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND,
          "there is no agent '" + id + "'; create it with agent.create or 'parley agents add'");
    }
    return found;
  }

  private static Group existing(@Nullable Group found, GroupName name) {
    if (found == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no group '" + name + "'");
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
