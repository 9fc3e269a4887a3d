package dev.parley.doors.rest;

import dev.parley.agents.turns.Turns;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.Lookups;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Session;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.LogShapes;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.AgentViews;
import dev.parley.doors.rest.shape.RestShapes;
import dev.parley.identity.authority.Accounts;
import dev.parley.identity.authority.Authority;
import dev.parley.identity.authority.Sight;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The registry of agents and their sessions. */
final class AgentOperations {
  private static final String AGENT = "/api/agents/{agentId}";
  private static final String SESSIONS = AGENT + "/sessions";

  /** A card may be large. */
  private static final int CARDS_MAX = 50;

  private final Accounts accounts;
  private final Turns turns;
  private final Authority authority;
  private final Participants participants;
  private final Lookups lookups;
  private final AgentViews views;

  AgentOperations(RestServices services) {
    this.accounts = services.identity().accounts();
    this.turns = services.turns();
    this.authority = services.identity().authority();
    this.participants = services.broker().participants();
    this.lookups = services.broker().lookups();
    this.views = new AgentViews(services.broker());
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/api/agents", "listAgents", "Agents in the order of their ids")
            .by(Access.ANYONE)
            .query(QueryParameter.CURSOR, QueryParameter.LIMIT, QueryParameter.CARDS)
            .answering("AgentPage")
            .doing(this::list),
        Operation.post("/api/agents", "createAgent", "Make an agent and its token")
            .by(Access.ANYONE)
            .taking("NewAgent")
            .answering(201, "AgentAndToken")
            .auditedByItsService()
            .doing(this::create),
        Operation.get(AGENT, "getAgent", "An agent")
            .by(Access.ANYONE)
            .answering("AgentAnswer")
            .doing(this::get),
        Operation.of(HttpMethod.PATCH, AGENT, "updateAgent", "Change name, description, metadata")
            .by(Access.SELF)
            .taking("AgentChange")
            .answering("AgentAnswer")
            .audited("agent.update")
            .doing(this::update),
        Operation.delete(AGENT, "deleteAgent", "Remove an agent, its inboxes and its token")
            .by(Access.ANYONE)
            .answering("AgentAnswer")
            .auditedByItsService()
            .doing(this::delete),
        Operation.post(AGENT + "/token", "renewToken", "Make a new token; the old one is void")
            .by(Access.ANYONE)
            .answering("TokenAnswer")
            .auditedByItsService()
            .doing(this::renewToken),
        Operation.delete(AGENT + "/token", "revokeToken", "Withdraw the token; make no other")
            .by(Access.ANYONE)
            .answering(204, null)
            .auditedByItsService()
            .doing(
                call ->
                    accounts
                        .revoke(call.visit(), call.segment("agentId", AgentId::new))
                        .thenApply(_ -> Reply.nothing())),
        Operation.get(SESSIONS, "listSessions", "The sessions of an agent")
            .by(Access.SELF)
            .answering("Sessions")
            .doing(this::sessions),
        Operation.post(SESSIONS, "createSession", "Make a session")
            .by(Access.SELF)
            .taking("NewSession")
            .answering(201, "SessionAnswer")
            .audited("session.create")
            .doing(this::createSession),
        Operation.delete(SESSIONS + "/{sessionId}", "deleteSession", "Remove a session")
            .by(Access.SELF)
            .answering(204, null)
            .audited("session.delete")
            .doing(this::deleteSession));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    boolean cards = "true".equals(call.query(QueryParameter.CARDS));
    int limit = cards ? Math.min(call.limit(), CARDS_MAX) : call.limit();
    String after = call.query(QueryParameter.CURSOR);
    AgentId start = after == null ? null : Request.address(Field.AGENT_ID, after, AgentId::new);
    List<Agent> found = authority.seenBy(call.principal(), participants, start, limit + 1);
    boolean more = found.size() > limit;
    List<Agent> agents = more ? found.subList(0, limit) : found;
    return views
        .of(agents, agent -> authority.sight(call.principal(), agent))
        .thenApply(
            shown ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"agents\":");
                      Shapes.list(
                          out,
                          shown,
                          (to, view) -> {
                            if (cards) {
                              view.writeWithCard(to);
                            } else {
                              view.writeTo(to);
                            }
                          });
                      RestShapes.next(out, more ? agents.getLast().id().value() : null);
                    }));
  }

  /** Whoever sees the list may look at one of it. */
  private CompletableFuture<Reply> get(RestCall call) {
    AgentId id = call.segment("agentId", AgentId::new);
    authority.requireSeen(call.visit(), id);
    return shown(call, participants.requireAgent(id));
  }

  private CompletableFuture<Reply> create(RestCall call) {
    Request request = call.request();
    AgentId id = request.address(Field.AGENT_ID, AgentId::new);
    return accounts
        .create(call.visit(), id, name(request), request.text(Field.DESCRIPTION), metadata(request))
        .thenCompose(
            issued ->
                views
                    .of(List.of(issued.agent()), _ -> Sight.ALL)
                    .thenApply(
                        shown ->
                            Reply.created(
                                out -> {
                                  out.ascii("{\"agent\":");
                                  shown.getFirst().writeTo(out);
                                  out.ascii(",\"token\":")
                                      .string(issued.token().secret())
                                      .ascii("}");
                                })));
  }

  private CompletableFuture<Reply> update(RestCall call) {
    Request request = call.request();
    return participants
        .updateAgent(
            call.subject(), name(request), request.text(Field.DESCRIPTION), metadata(request))
        .thenCompose(agent -> shown(call, agent));
  }

  private CompletableFuture<Reply> delete(RestCall call) {
    return accounts
        .delete(call.visit(), call.segment("agentId", AgentId::new))
        .thenCompose(agent -> shown(call, agent));
  }

  private CompletableFuture<Reply> renewToken(RestCall call) {
    return accounts
        .renew(call.visit(), call.segment("agentId", AgentId::new))
        .thenApply(
            issued ->
                Reply.ok(
                    out -> out.ascii("{\"token\":").string(issued.token().secret()).ascii("}")));
  }

  private CompletableFuture<Reply> shown(RestCall call, Agent agent) {
    return views
        .of(List.of(agent), shown -> authority.sight(call.principal(), shown))
        .thenApply(
            shown ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"agent\":");
                      shown.getFirst().writeWithCard(out);
                      out.ascii("}");
                    }));
  }

  private CompletableFuture<Reply> sessions(RestCall call) {
    participants.requireAgent(call.subject());
    return lookups
        .lastUsed(participants.sessions(call.subject()))
        .thenApply(
            sessions ->
                Reply.ok(
                    out -> {
                      Map<SessionKey, Turns.Standing> open = open(call.subject());
                      out.ascii("{\"sessions\":");
                      Shapes.list(out, sessions, (to, each) -> session(to, each, open));
                      out.ascii("}");
                    }));
  }

  private Map<SessionKey, Turns.Standing> open(AgentId agent) {
    return turns.standing(agent).stream()
        .collect(Collectors.toMap(Turns.Standing::session, each -> each));
  }

  /** With what waits in it and is being made. */
  private void session(JsonBuffer out, Session session, Map<SessionKey, Turns.Standing> open) {
    Shapes.session(
        out,
        session,
        participants.subscriptions(session.key()),
        more -> {
          more.ascii(",\"lane\":").string(Turns.lane(session.key()));
          LogShapes.open(more, open.get(session.key()));
          more.ascii(",\"runs\":").bool(turns.runs(session.key()));
        });
  }

  private CompletableFuture<Reply> createSession(RestCall call) {
    SessionId id = call.request().address(Field.SESSION_ID, SessionId::new);
    return participants
        .createSession(new SessionKey(call.subject(), id), call.request().text(Field.TITLE))
        .thenApply(
            session ->
                Reply.created(
                    out -> {
                      out.ascii("{\"session\":");
                      session(out, session);
                      out.ascii("}");
                    }));
  }

  private CompletableFuture<Reply> deleteSession(RestCall call) {
    SessionId id = call.segment("sessionId", SessionId::new);
    return participants
        .deleteSession(new SessionKey(call.subject(), id))
        .thenApply(_ -> Reply.nothing());
  }

  private void session(JsonBuffer out, Session session) {
    Shapes.session(out, session, participants.subscriptions(session.key()));
  }

  private static @Nullable String name(Request request) {
    String name = request.text(Field.NAME);
    if (name != null && name.isBlank()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'name' is empty");
    }
    return name;
  }

  private static @Nullable String metadata(Request request) {
    byte[] raw = request.raw(Field.METADATA);
    return raw == null ? null : new String(raw, StandardCharsets.UTF_8);
  }
}
