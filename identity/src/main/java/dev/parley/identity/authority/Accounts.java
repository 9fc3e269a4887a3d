package dev.parley.identity.authority;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.identity.Audience;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Agents and their tokens: making, renewing, withdrawing and deleting them, each decided, written
 * into the audit log, and followed by the end of the connections that the old token opened, at this
 * hub and at every other. Any thread; never blocks.
 */
public final class Accounts {

  /** An agent and the token that was made for it, to be shown once. */
  public record Issued(Agent agent, Token token) {}

  static final int AGENTS_PER_PERSON_MAX = 100;

  private final Participants participants;
  private final AuditLog audit;
  private final Function<AgentId, CompletableFuture<?>> withdrawKeys;
  private final List<Consumer<AgentId>> closers = new CopyOnWriteArrayList<>();
  private final List<Consumer<AgentId>> programClosers = new CopyOnWriteArrayList<>();

  /** Changed from here just now: their connections end after whoever asked has been answered. */
  private final Set<AgentId> changing = ConcurrentHashMap.newKeySet();

  /**
   * @param withdrawKeys of an agent that nobody is to come in as any more
   */
  public Accounts(
      Participants participants,
      AuditLog audit,
      Function<AgentId, CompletableFuture<?>> withdrawKeys) {
    this.participants = participants;
    this.audit = audit;
    this.withdrawKeys = withdrawKeys;
    participants.onAgent(this::onAgent);
  }

  /** A session has ended in which this agent spoke: what it opened ends. Must not block. */
  public void sessionEnded(AgentId agent, Audience audience) {
    switch (audience) {
      case HUB -> tokenGone(agent);
      // It has opened nothing at other doors, where the agent may be with a token of its own.
      case MCP -> programClosers.forEach(closer -> closer.accept(agent));
    }
  }

  /** Ends what an agent has open at the MCP door with what is no longer good; must not block. */
  public void onProgramGone(Consumer<AgentId> closer) {
    programClosers.add(closer);
  }

  /** Ends the connections of an agent whose token is no longer valid; must not block. */
  public void onTokenGone(Consumer<AgentId> closer) {
    closers.add(closer);
  }

  /**
   * Makes an agent and its token. The hub's owner may, and a person, whose agent it then is; a
   * person has {@value #AGENTS_PER_PERSON_MAX} of them.
   */
  public CompletableFuture<Issued> create(
      Visit by,
      AgentId id,
      @Nullable String name,
      @Nullable String description,
      @Nullable String metadata) {
    Token token = Token.generate();
    return audited(
        by,
        "agent.create",
        id,
        () -> {
          AgentId person = personOrOwner(by);
          return (person == null
                  ? participants.createAgent(id, name, description, metadata, token.hash())
                  : participants.createAgentOf(
                      person, id, name, description, metadata, token.hash()))
              .thenApply(agent -> new Issued(agent, token));
        });
  }

  /** Makes a new token; the owner may, and the agent itself. The old one is void from then on. */
  public CompletableFuture<Issued> renew(Visit by, AgentId id) {
    CompletableFuture<Issued> renewed = new CompletableFuture<>();
    renew(
        by,
        id,
        (issued, failure) -> {
          if (issued == null) {
            renewed.completeExceptionally(Objects.requireNonNull(failure));
          } else {
            renewed.complete(issued);
          }
        });
    return renewed;
  }

  /**
   * Makes a new token for somebody who asks on a connection which that ends.
   *
   * @param answer called before the connections are closed
   */
  public void renew(
      Visit by, AgentId id, BiConsumer<@Nullable Issued, @Nullable Throwable> answer) {
    Token token = Token.generate();
    changing.add(id);
    var _ =
        audited(
                by,
                "agent.token",
                id,
                () -> {
                  if (!owns(by, id)) {
                    by.requireActingFor(id);
                  }
                  return participants
                      .setTokenHash(id, token.hash())
                      .thenApply(agent -> new Issued(agent, token));
                })
            .whenComplete(
                (issued, failure) -> {
                  try {
                    answer.accept(issued, failure);
                  } finally {
                    changing.remove(id);
                    if (issued != null) {
                      tokenGone(id);
                    }
                  }
                });
  }

  /**
   * Withdraws the token without making another, and the agent's keys: nobody comes in as this agent
   * until it has a new one. The keys go first; whoever was interrupted in between asks again.
   */
  public CompletableFuture<Agent> revoke(Visit by, AgentId id) {
    return audited(
        by,
        "agent.revoke",
        id,
        () -> {
          requireOwning(by, id);
          return withdrawKeys.apply(id).thenCompose(_ -> participants.setTokenHash(id, null));
        });
  }

  /** Removes an agent, its inboxes and its token; only its owner and the hub's may. */
  public CompletableFuture<Agent> delete(Visit by, AgentId id) {
    return audited(
        by,
        "agent.delete",
        id,
        () -> {
          requireOwning(by, id);
          return participants.deleteAgent(id);
        });
  }

  /** Null for the hub's owner. */
  @Nullable AgentId personOrOwner(Visit by) {
    AgentId self = by.who().scope();
    if (self == null || participants.agent(self).filter(Agent::isPerson).isEmpty()) {
      by.requireOwner();
      return null;
    }
    requireRoom(self);
    return self;
  }

  void requireRoom(AgentId person) {
    if (participants.separation().agentsOf(person).size() > AGENTS_PER_PERSON_MAX) {
      throw new Refused(
          ErrorCode.OVERLOADED,
          "'" + person + "' has " + AGENTS_PER_PERSON_MAX + " agents already; delete one first");
    }
  }

  private boolean owns(Visit by, AgentId id) {
    AgentId self = by.who().scope();
    return self != null && participants.separation().owns(self, id);
  }

  private void requireOwning(Visit by, AgentId id) {
    if (!owns(by, id)) {
      by.requireOwner();
    }
  }

  private <T> CompletableFuture<T> audited(
      Visit by, String action, AgentId id, Supplier<CompletableFuture<T>> change) {
    CompletableFuture<T> outcome;
    try {
      outcome = change.get();
    } catch (Refused refused) {
      outcome = CompletableFuture.failedFuture(refused);
    }
    return outcome.whenComplete(
        (_, failure) ->
            audit.done(by, action, id.value(), failure == null ? null : Refused.of(failure)));
  }

  /** On the committer thread, for what was changed here and what another hub has changed. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was == null || was.tokenHash() == null || changing.contains(was.id())) {
      return;
    }
    if (now == null || !was.tokenHash().equals(now.tokenHash())) {
      tokenGone(was.id());
    }
  }

  /** What a person's token has opened may speak as any agent of that person. */
  private void tokenGone(AgentId id) {
    close(id);
    for (AgentId owned : participants.separation().agentsOf(id)) {
      if (!owned.equals(id)) {
        close(owned);
      }
    }
  }

  private void close(AgentId id) {
    closers.forEach(closer -> closer.accept(id));
  }
}
