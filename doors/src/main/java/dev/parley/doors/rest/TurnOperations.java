package dev.parley.doors.rest;

import dev.parley.agents.turns.AutoRun;
import dev.parley.agents.turns.LiveTurn;
import dev.parley.agents.turns.TurnRecord;
import dev.parley.agents.turns.Turns;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Session;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.TurnShapes;
import dev.parley.identity.authority.Authority;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Agents that run by themselves: what thinks for them, and the turns they make. */
final class TurnOperations {
  private static final String AUTO_RUN = "/api/agents/{agentId}/autorun";
  private static final String OF_SESSION = "/api/agents/{agentId}/sessions/{sessionId}/autorun";
  private static final String TURNS = "/api/agents/{agentId}/turns";

  private final Turns turns;
  private final Authority authority;
  private final Bots bots;

  TurnOperations(RestServices services, Bots bots) {
    this.turns = services.turns();
    this.authority = services.identity().authority();
    this.bots = bots;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(AUTO_RUN, "getAutoRun", "What thinks for an agent")
            .by(Access.READER)
            .answering("AutoRun")
            .doing(call -> shown(said(call.subject())).now()),
        Operation.of(HttpMethod.PUT, AUTO_RUN, "setAutoRun", "Have a brain think for an agent")
            .by(Access.ANYONE)
            .taking("AutoRunChange")
            .answering("AutoRun")
            .audited("agent.autorun")
            .doing(this::set),
        Operation.get(OF_SESSION, "getSessionAutoRun", "What thinks for an agent in a session")
            .by(Access.READER)
            .answering("AutoRun")
            .doing(call -> shown(saidOf(session(call))).now()),
        Operation.of(
                HttpMethod.PUT, OF_SESSION, "setSessionAutoRun", "Have a session run otherwise")
            .by(Access.OWNER)
            .taking("SessionAutoRunChange")
            .answering("AutoRun")
            .audited("session.autorun")
            .doing(this::setOfSession),
        Operation.delete(OF_SESSION, "clearSessionAutoRun", "Have a session run like its agent")
            .by(Access.OWNER)
            .answering(204, null)
            .audited("session.autorun")
            .doing(call -> turns.clear(session(call).text()).thenApply(_ -> Reply.nothing())),
        Operation.get(TURNS, "listTurns", "What waits for an agent's turns, and those it has made")
            .by(Access.READER)
            .query(QueryParameter.LIMIT)
            .answering("Turns")
            .doing(this::list),
        Operation.post(TURNS, "triggerTurn", "Have an agent think about messages now")
            .by(Access.SELF)
            .taking("NewTurn")
            .answering(204, null)
            .audited("agent.turn")
            .doing(this::trigger),
        Operation.delete(TURNS + "/{session}", "cancelTurn", "Break off the turn of a session")
            .by(Access.SELF)
            .answering(204, null)
            .audited("agent.turn.cancel")
            .doing(this::cancel));
  }

  private AutoRun said(AgentId agent) {
    return turns
        .said(agent.value())
        .orElseThrow(
            () -> new Refused(ErrorCode.NOT_FOUND, "'" + agent + "' does not run by itself"));
  }

  private static SessionKey session(RestCall call) {
    return new SessionKey(
        call.segment("agentId", AgentId::new), call.segment("sessionId", SessionId::new));
  }

  /** What goes for a session: what is said of itself, or else of its agent. */
  private AutoRun saidOf(SessionKey session) {
    return turns.said(session.text()).orElseGet(() -> said(session.agent()));
  }

  private CompletableFuture<Reply> set(RestCall call) {
    AgentId agent = call.segment("agentId", AgentId::new);
    String _ = call.request().requireText(Field.BRAIN);
    AutoRun wanted = wanted(call.request(), AutoRun.by("none"));
    AgentId self = call.principal().scope();
    if (self != null) {
      requireOwned(call, agent, self);
      turns.config().requireOpen(turns.said(agent.value()).orElse(null), wanted);
    }
    return turns.set(agent.value(), wanted).thenApply(TurnOperations::shown);
  }

  /** What is left out is as it is for the agent. */
  private CompletableFuture<Reply> setOfSession(RestCall call) {
    SessionKey session = session(call);
    AutoRun otherwise = turns.said(session.agent().value()).orElse(null);
    if (otherwise == null) {
      String _ = call.request().requireText(Field.BRAIN);
    }
    return turns
        .set(
            session.text(),
            wanted(call.request(), otherwise == null ? AutoRun.by("none") : otherwise))
        .thenApply(TurnOperations::shown);
  }

  private static AutoRun wanted(Request request, AutoRun otherwise) {
    return new AutoRun(
        request.flag(Field.ENABLED, true),
        request.text(Field.BRAIN, otherwise.brain()),
        request.has(Field.TRIAGE) ? request.text(Field.TRIAGE) : otherwise.triage(),
        request.number(Field.DEBOUNCE_MS, otherwise.debounceMillis()),
        (int) request.number(Field.MAX_BATCH_SIZE, otherwise.batchMax(), 1, AutoRun.BATCH_LIMIT),
        request.number(Field.MAX_TURN_MS, otherwise.turnMillisMax()),
        0);
  }

  /** No agent gives itself a brain. */
  private void requireOwned(RestCall call, AgentId agent, AgentId self) {
    authority.requireSeen(call.visit(), agent);
    if (agent.equals(self) || !bots.mayActFor(call.principal(), agent)) {
      throw new Refused(
          ErrorCode.FORBIDDEN, "only whose agent '" + agent + "' is may give it a brain");
    }
  }

  private static Reply shown(AutoRun autoRun) {
    return Reply.ok(out -> autoRun(out, autoRun));
  }

  private static void autoRun(JsonBuffer out, AutoRun autoRun) {
    out.ascii("{\"enabled\":").bool(autoRun.enabled());
    out.ascii(",\"brain\":").string(autoRun.brain());
    String triage = autoRun.triage();
    if (triage != null) {
      out.ascii(",\"triage\":").string(triage);
    }
    out.ascii(",\"debounceMs\":").number(autoRun.debounceMillis());
    out.ascii(",\"maxBatchSize\":").number(autoRun.batchMax());
    out.ascii(",\"maxTurnMs\":").number(autoRun.turnMillisMax()).ascii("}");
  }

  private CompletableFuture<Reply> list(RestCall call) {
    AgentId agent = call.subject();
    int limit = call.limit();
    return CompletableFuture.supplyAsync(
        () -> {
          List<TurnRecord> ended = turns.log(agent, limit);
          return Reply.ok(
              out -> {
                out.ascii("{");
                turns
                    .said(agent.value())
                    .ifPresent(
                        said -> {
                          out.ascii("\"autoRun\":");
                          autoRun(out, said);
                          out.ascii(",");
                        });
                out.ascii("\"open\":");
                Shapes.list(out, turns.standing(agent), TurnOperations::standing);
                out.ascii(",\"turns\":");
                Shapes.list(out, ended, TurnOperations::turn);
                out.ascii("}");
              });
        },
        Thread::startVirtualThread);
  }

  private static void standing(JsonBuffer out, Turns.Standing standing) {
    out.ascii("{\"session\":").string(standing.session().session().value());
    out.ascii(",\"waiting\":");
    Shapes.list(out, standing.waiting(), JsonBuffer::id);
    if (standing.running() > 0) {
      out.ascii(",\"startedAt\":").number(standing.running());
    }
    LiveTurn live = standing.live();
    if (live != null) {
      out.ascii(",\"turnId\":").string(live.turn().toString());
      out.ascii(",\"steps\":");
      Shapes.list(out, live.steps(), TurnShapes::step);
    }
    out.ascii("}");
  }

  private static void turn(JsonBuffer out, TurnRecord turn) {
    out.ascii("{\"turnId\":").string(turn.turn().toString());
    out.ascii(",\"session\":").string(turn.session().session().value());
    out.ascii(",\"startedAt\":").number(turn.startedAt());
    out.ascii(",\"endedAt\":").number(turn.endedAt());
    out.ascii(",\"outcome\":").string(turn.outcome());
    out.ascii(",\"text\":").string(turn.text());
    out.ascii(",\"messages\":");
    Shapes.list(out, turn.messages(), JsonBuffer::id);
    out.ascii(",\"answers\":");
    Shapes.list(out, turn.answers(), JsonBuffer::id);
    out.ascii("}");
  }

  private CompletableFuture<Reply> trigger(RestCall call) {
    Request request = call.request();
    List<MessageId> messages = request.messageIds(Field.IDS);
    if (messages.isEmpty()) {
      throw Request.missing(Field.IDS);
    }
    SessionId session = new SessionId(request.text(Field.SESSION_ID, Session.MAIN));
    return turns
        .trigger(new SessionKey(call.subject(), session), messages)
        .thenApply(_ -> Reply.nothing());
  }

  private CompletableFuture<Reply> cancel(RestCall call) {
    SessionKey session = new SessionKey(call.subject(), call.segment("session", SessionId::new));
    if (!turns.cancel(session)) {
      throw new Refused(
          ErrorCode.NOT_FOUND, "this hub makes no turn of '" + session.session() + "' right now");
    }
    return Reply.nothing().now();
  }
}
