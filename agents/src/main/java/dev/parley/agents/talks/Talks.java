package dev.parley.agents.talks;

import dev.parley.agents.context.PersonSession;
import dev.parley.agents.turns.Turns;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.SecureBits;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Session;
import dev.parley.identity.Visit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Sessions in which somebody speaks with an agent, for whoever the agent belongs to. A session
 * other than {@code main} has an address of its own, under that of its agent.
 */
public final class Talks {
  private final Broker broker;
  private final Turns turns;
  private final MessageLimit limit;

  /**
   * @param message what was said
   */
  public record Said(SessionKey session, MessageId message) {}

  public Talks(Broker broker, Turns turns, MessageLimit limit) {
    this.broker = broker;
    this.turns = turns;
    this.limit = limit;
  }

  /** Where a session hears what is said in it. */
  public static Path address(SessionKey session) {
    return session.session().value().equals(Session.MAIN)
        ? Path.agent(session.agent())
        : Path.parse("agent/" + session.agent() + "/session/" + session.session());
  }

  /**
   * Begins a session with the first thing that is said in it.
   *
   * @param wanted its name, or null for a new one
   */
  public CompletableFuture<Said> start(
      Visit by, AgentId agent, @Nullable SessionId wanted, @Nullable String title, String prompt) {
    requireOwning(by, agent);
    SessionId name =
        wanted != null ? wanted : new SessionId("s-" + Long.toHexString(SecureBits.next()));
    SessionKey session = new SessionKey(agent, name);
    Draft draft = draft(by, session, prompt);
    requireBrain(session);
    if (name.value().equals(Session.MAIN) || PersonSession.isOne(session)) {
      throw new Refused(
          ErrorCode.CONFLICT, "'" + name + "' of '" + agent + "' is always there; continue it");
    }
    return broker
        .participants()
        .createSession(session, title)
        .thenCompose(
            _ ->
                reachable(session)
                    .thenCompose(_ -> say(by, session, draft))
                    .exceptionallyCompose(failure -> takenBack(session, failure)));
  }

  /** Nothing is left of a session in which nothing could be said. */
  private CompletableFuture<Said> takenBack(SessionKey session, Throwable failure) {
    return broker
        .participants()
        .deleteSession(session)
        .handle(
            (_, _) -> {
              throw new CompletionException(Refused.of(failure));
            });
  }

  /** Says something more in a session that is there. */
  public CompletableFuture<Said> goOn(Visit by, SessionKey wanted, String prompt) {
    requireOwning(by, wanted.agent());
    SessionKey session = wanted.equals(own(by, wanted)) ? main(wanted.agent()) : wanted;
    Draft draft = draft(by, session, prompt);
    if (session.session().value().equals(Session.MAIN)) {
      requireBrain(session);
      return say(by, session, draft).thenApply(said -> new Said(own(by, session), said.message()));
    }
    Session _ = broker.participants().requireSession(session);
    requireBrain(session);
    return reachable(session).thenCompose(_ -> say(by, session, draft));
  }

  /**
   * Breaks off the turn of a session, whichever hub makes it; what waits is thought about next.
   * Also for the agent itself.
   *
   * @return whether there was one
   */
  public CompletableFuture<Boolean> abort(Visit by, SessionKey session) {
    if (!by.who().mayActFor(session.agent())) {
      requireOwning(by, session.agent());
    }
    broker.participants().requireAgent(session.agent());
    boolean isMain = session.equals(main(session.agent()));
    return turns.abort(isMain ? own(by, session) : session);
  }

  private static SessionKey main(AgentId agent) {
    return new SessionKey(agent, new SessionId(Session.MAIN));
  }

  /** Where an agent thinks about what this one says to it directly. */
  private static SessionKey own(Visit by, SessionKey session) {
    AgentId self = by.who().scope();
    return self == null || self.equals(session.agent())
        ? main(session.agent())
        : PersonSession.of(session.agent(), self).key();
  }

  private void requireOwning(Visit by, AgentId agent) {
    AgentId self = by.who().scope();
    if (self != null && !broker.participants().separation().owns(self, agent)) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "only whoever '" + agent + "' belongs to may talk with it like this");
    }
    broker.participants().requireAgent(agent);
  }

  private void requireBrain(SessionKey session) {
    if (!turns.runs(session)) {
      throw new Refused(
          ErrorCode.CONFLICT, "'" + session.agent() + "' has no brain; set its autoRun first");
    }
  }

  private Draft draft(Visit by, SessionKey session, String prompt) {
    if (prompt.isBlank()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'prompt' is empty");
    }
    AgentId self = by.who().scope();
    return Draft.from(self == null ? Sender.OWNER_NAME : self.value())
        .to(address(session))
        .command(Turns.PROMPT)
        .content(prompt)
        .within(limit)
        .build();
  }

  private CompletableFuture<Boolean> reachable(SessionKey session) {
    Pattern own = Pattern.parse(address(session).text());
    boolean there =
        broker.participants().subscriptions(session).stream()
            .anyMatch(each -> each.pattern().equals(own));
    return there
        ? CompletableFuture.completedFuture(true)
        : broker.participants().subscribe(session, own).thenApply(_ -> true);
  }

  private CompletableFuture<Said> say(Visit by, SessionKey session, Draft draft) {
    return broker
        .route(draft, by.senderAs(draft.from()))
        .thenApply(
            receipt -> {
              boolean heard =
                  session.session().value().equals(Session.MAIN)
                      ? receipt.agents().contains(session.agent())
                      : receipt.sessions().contains(session);
              if (!heard) {
                throw new Refused(
                    ErrorCode.CONFLICT, "'" + session + "' cannot be reached by this sender");
              }
              return new Said(session, receipt.message().id());
            });
  }
}
