package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionKey;
import dev.parley.core.commit.Committer;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The registry of agents, sessions and groups, and the router that follows from it. Everything may
 * be asked from any thread; a change completes once it is durable and routed by.
 */
public final class Participants {
  private final Committer committer;
  private final Separation separation = new Separation(id -> agent(id).orElse(null));
  private final Router router = new Router(separation);
  private final Subscriptions subscriptions;
  private final Agents agents;
  private final Sessions sessions;
  private final Groups groups;
  private final List<Consumer<BoxId>> onBoxGone = new ArrayList<>();

  public Participants(
      MessageStore store, Committer committer, Timekeeper time, RegistryLimits limits) {
    this.committer = committer;
    SubscriptionRouting routing = new SubscriptionRouting(router, this::isSubscription);
    this.subscriptions = new Subscriptions(time, limits, routing);
    this.agents =
        new Agents(committer, time, limits, routing, subscriptions, separation, this::boxGone);
    this.sessions =
        new Sessions(committer, time, limits, agents, routing, subscriptions, this::boxGone);
    this.groups = new Groups(committer, time, limits, agents, routing);
    committer.afterEach(this::onCommitted);
    tables().forEach(table -> table.load(store));
  }

  private List<Table<?>> tables() {
    return List.of(agents.table(), sessions.table(), groups.table(), subscriptions.table());
  }

  private boolean isSubscription(String key) {
    return subscriptions.table().get(key) != null;
  }

  /** A commit fails as a whole, so everything that was staged for it goes. */
  private void onCommitted(boolean durable) {
    agents.onCommitted(durable);
    if (!durable) {
      sessions.table().discard();
      groups.table().discard();
      subscriptions.table().discard();
    }
  }

  /** A record of one of the tables; others are none of our business. Committer thread. */
  public void onOtherHub(String table, String key, byte @Nullable [] json) {
    for (Table<?> each : tables()) {
      if (each.name().equals(table)) {
        each.onOtherHub(key, json);
      }
    }
  }

  private void boxGone(BoxId box) {
    onBoxGone.forEach(listener -> listener.accept(box));
  }

  /** Told, on the committer thread, when an inbox has gone with its agent or session. */
  public void onBoxGone(Consumer<BoxId> listener) {
    onBoxGone.add(listener);
  }

  /** Told of every agent that comes, changes or goes, until {@link #removeAgentHook}. */
  public void onAgent(AgentHook hook) {
    agents.hooks().add(hook);
  }

  public void removeAgentHook(AgentHook hook) {
    agents.hooks().remove(hook);
  }

  /** Told of every group that comes, changes or goes, until {@link #removeGroupHook}. */
  public void onGroup(GroupHook hook) {
    groups.hooks().add(hook);
  }

  public void removeGroupHook(GroupHook hook) {
    groups.hooks().remove(hook);
  }

  // ---- routing

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
    if (!agents.table().isStaged() && !sessions.table().isStaged()) {
      return targets;
    }
    return targets.only(
        agent -> agents.table().current(agent.value()) != null,
        session -> sessions.table().current(session.text()) != null);
  }

  /**
   * From now on these paths reach only whom they admit, whatever others are subscribed to; null
   * closes none.
   */
  public void enclose(@Nullable Enclosure closed) {
    router.enclose(closed);
  }

  /** Who is kept apart from whom. */
  public Separation separation() {
    return separation;
  }

  /**
   * What is sent to this path reaches that agent from now on, like a subscription that nobody sees
   * in a list. In memory only: whoever admits knows why. Committer thread, once it is durable.
   */
  public void admit(Path path, AgentId agent) {
    router.add(Pattern.parse(path.text()), new Router.Subscriber.OfInsider(agent));
  }

  public void dismiss(Path path, AgentId agent) {
    router.remove(Pattern.parse(path.text()), new Router.Subscriber.OfInsider(agent));
  }

  /** Moves on with every change of what {@link #targets} may answer. */
  public long epoch() {
    return router.epoch();
  }

  public long subscriptionCount() {
    return router.size();
  }

  // ---- agents

  public Optional<Agent> agent(AgentId id) {
    return Optional.ofNullable(agents.table().get(id.value()));
  }

  /** Whose token has this hash. */
  public Optional<AgentId> tokenHolder(String tokenHash) {
    return agents.tokenHolders().find(tokenHash);
  }

  /** In these words for everybody, whether there is none or it is not to be seen. */
  public static String noSuchAgent(AgentId id) {
    return "there is no agent '" + id + "'; create it with agent.create or 'parley agents add'";
  }

  public Agent requireAgent(AgentId id) {
    return agents.existing(id);
  }

  /** In the order of their ids. */
  public List<Agent> agents(@Nullable AgentId after, int limit) {
    return agents.list(after, limit);
  }

  public int agentCount() {
    return agents.table().live().size();
  }

  /**
   * Whoever had the name before, nothing of the past is the new agent's: neither what was sent
   * under it nor what was received.
   *
   * @throws Refused in the future, when the name is reserved or looks like another agent's
   */
  public CompletableFuture<Agent> createAgent(
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      @Nullable String metadata,
      @Nullable String tokenHash) {
    return agents.create(id, name, description, metadata, tokenHash, null, Agents.Origin.NEW);
  }

  /**
   * The same for a person with an account.
   *
   * @param owner the agent of that person, or {@code id} itself where it is that agent
   */
  public CompletableFuture<Agent> createAgentOf(
      AgentId owner,
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      @Nullable String metadata,
      @Nullable String tokenHash) {
    return agents.create(id, name, description, metadata, tokenHash, owner, Agents.Origin.NEW);
  }

  /**
   * Makes an agent for whoever has a ticket or, when the ticket's owner has that agent already,
   * gives it another token; in the same commit the ticket is spent.
   *
   * @throws Refused in the future, when the ticket is no good or the agent is somebody else's
   */
  public CompletableFuture<Agent> admitAgent(
      Ticket ticket,
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      String tokenHash) {
    return agents.admit(ticket, id, name, description, tokenHash);
  }

  /** Makes the agent that stands for the owner, under the name that is the owner's alone. */
  public CompletableFuture<Agent> createOwnersAgent(String name) {
    AgentId id = new AgentId(Sender.OWNER_NAME);
    return agents.create(id, name, null, null, null, null, Agents.Origin.OWNERS);
  }

  /**
   * Makes an agent that comes with imported messages: what has come under its name already is its
   * own, too.
   */
  public CompletableFuture<Agent> importAgent(AgentId id) {
    return agents.create(id, null, null, null, null, null, Agents.Origin.IMPORTED);
  }

  /** What is null stays as it is. */
  public CompletableFuture<Agent> updateAgent(
      AgentId id, @Nullable String name, @Nullable String description, @Nullable String metadata) {
    return updateAgent(id, name, description, metadata, null);
  }

  /** The same, with the card that it publishes. */
  public CompletableFuture<Agent> updateAgent(
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      @Nullable String metadata,
      @Nullable String card) {
    return agents.change(
        id,
        RegistryChange.bytes(name, description, metadata, card),
        was -> {
          Agent now = was.updated(name, description, metadata);
          return card == null ? now : now.withCard(card);
        });
  }

  /**
   * Makes the metadata anew from what it is, with nobody in between; short, on the committer.
   *
   * @param name null to leave it as it is
   */
  public CompletableFuture<Agent> changeMetadata(
      AgentId id, @Nullable String name, Function<@Nullable String, String> change) {
    return agents.change(
        id,
        RegistryChange.bytes(name),
        was -> was.updated(name, null, change.apply(was.metadata())));
  }

  /**
   * @param card null for none
   */
  public CompletableFuture<Agent> setCard(AgentId id, @Nullable String card) {
    return agents.change(id, RegistryChange.bytes(card), was -> was.withCard(card));
  }

  public CompletableFuture<Agent> setTokenHash(AgentId id, @Nullable String tokenHash) {
    return agents.change(id, RegistryChange.bytes(tokenHash), was -> was.withTokenHash(tokenHash));
  }

  /** In the order in which they were added; none of an agent that is not there. */
  public List<Subscription> subscriptions(AgentId id) {
    return agent(id).map(Subscriptions.Holder::of).map(subscriptions::of).orElse(List.of());
  }

  /**
   * Asking twice is asking once; an agent need not ask for what is sent to itself, and gets nothing
   * if it does.
   */
  public CompletableFuture<Optional<Subscription>> subscribe(AgentId id, Pattern pattern) {
    return agents.subscribe(id, pattern);
  }

  public CompletableFuture<Subscription> unsubscribe(AgentId id, Pattern pattern) {
    return agents.unsubscribe(id, pattern);
  }

  /**
   * Its sessions, subscriptions, memberships, inboxes and token go with it, and with a person's
   * agent all others of that person; what it has sent stays in the outbox.
   */
  public CompletableFuture<Agent> deleteAgent(AgentId id) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(),
        change -> {
          Agent was = agents.current(id);
          if (was.isPerson()) {
            agents.ownedBy(id).forEach(agent -> delete(change, agent));
          }
          delete(change, was);
          return was;
        });
  }

  private void delete(RegistryChange change, Agent agent) {
    sessions.dropAll(change, agent.id());
    groups.leaveAll(change, agent.id());
    agents.drop(change, agent);
  }

  // ---- sessions

  public Optional<Session> session(SessionKey key) {
    return Optional.ofNullable(sessions.table().get(key.text()));
  }

  public Session requireSession(SessionKey key) {
    return sessions.existing(key);
  }

  public int sessionCount() {
    return sessions.table().live().size();
  }

  public List<Session> sessions(AgentId agent) {
    return sessions.of(agent);
  }

  public CompletableFuture<Session> createSession(SessionKey key, @Nullable String title) {
    return sessions.create(key, title);
  }

  /** In the order in which they were added; none of a session that is not there. */
  public List<Subscription> subscriptions(SessionKey key) {
    return session(key).map(Subscriptions.Holder::of).map(subscriptions::of).orElse(List.of());
  }

  public CompletableFuture<Subscription> subscribe(SessionKey key, Pattern pattern) {
    return sessions.subscribe(key, pattern);
  }

  public CompletableFuture<Subscription> unsubscribe(SessionKey key, Pattern pattern) {
    return sessions.unsubscribe(key, pattern);
  }

  public CompletableFuture<Session> deleteSession(SessionKey key) {
    return sessions.delete(key);
  }

  // ---- groups

  public Optional<Group> group(GroupName name) {
    return Optional.ofNullable(groups.table().get(name.value()));
  }

  public List<Group> groups() {
    return List.copyOf(groups.table().live().values());
  }

  public CompletableFuture<Group> putGroup(GroupName name, List<AgentId> members) {
    return groups.put(name, members);
  }

  public CompletableFuture<Group> deleteGroup(GroupName name) {
    return groups.delete(name);
  }

  /** Nobody sees both names, or neither. */
  public CompletableFuture<Group> renameGroup(GroupName name, GroupName other) {
    return groups.rename(name, other);
  }
}
