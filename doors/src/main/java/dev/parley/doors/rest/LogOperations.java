package dev.parley.doors.rest;

import dev.parley.agents.logs.Logs;
import dev.parley.agents.turns.LaneLoad;
import dev.parley.agents.turns.Turns;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.LogShapes;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.limits.Costly;
import dev.parley.identity.limits.RateLimits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What was said in the sessions of an agent, and how full its lanes are. */
final class LogOperations {
  private static final String LOGS = "/api/agents/{agentId}/logs";

  private final Logs logs;
  private final Turns turns;
  private final RateLimits limits;

  LogOperations(Logs logs, Turns turns, RateLimits limits) {
    this.logs = logs;
    this.turns = turns;
    this.limits = limits;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(LOGS, "listLogs", "The sessions in which something was said or waits")
            .by(Access.READER)
            .query(QueryParameter.LIMIT)
            .answering("LoggedSessions")
            .doing(this::sessions),
        Operation.get(LOGS + "/{sessionId}", "getLog", "What was said in a session, oldest first")
            .by(Access.READER)
            .query(QueryParameter.LIMIT)
            .answering("LogEntries")
            .doing(this::entries),
        Operation.get("/api/agents/{agentId}/log-search", "searchLogs", "Look through the logs")
            .by(Access.READER)
            .query(QueryParameter.Q, QueryParameter.SESSION, QueryParameter.LIMIT)
            .answering("LogEntries")
            .doing(this::search),
        Operation.get("/api/agents/{agentId}/lanes", "getLanes", "How full an agent's lanes are")
            .by(Access.READER)
            .answering("Lanes")
            .doing(this::lanes));
  }

  private static int limit(RestCall call) {
    return (int) call.number(QueryParameter.LIMIT, Logs.LIMIT_DEFAULT, 1, Logs.LIMIT_MAX);
  }

  private CompletableFuture<Reply> sessions(RestCall call) {
    int limit = limit(call);
    return logs.asking(() -> logs.sessions(call.subject(), limit))
        .thenApply(
            sessions ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"sessions\":");
                      Shapes.list(out, sessions, LogShapes::session);
                      out.ascii("}");
                    }));
  }

  private CompletableFuture<Reply> entries(RestCall call) {
    int limit = limit(call);
    SessionKey session = new SessionKey(call.subject(), call.segment("sessionId", SessionId::new));
    return logs.asking(() -> logs.of(session, limit)).thenApply(LogOperations::shown);
  }

  private CompletableFuture<Reply> search(RestCall call) {
    int limit = limit(call);
    String query = call.query(QueryParameter.Q);
    SessionKey only = session(call);
    limits.onCostly(call.principal(), Costly.SEARCH);
    return logs.asking(() -> logs.search(call.subject(), only, query == null ? "" : query, limit))
        .thenApply(LogOperations::shown);
  }

  private static @Nullable SessionKey session(RestCall call) {
    String name = call.query(QueryParameter.SESSION);
    return name == null
        ? null
        : new SessionKey(call.subject(), Request.address(Field.SESSION_ID, name, SessionId::new));
  }

  private static Reply shown(Logs.Found found) {
    return Reply.ok(
        out -> {
          out.ascii("{\"entries\":");
          Shapes.list(out, found.entries(), LogShapes::entry);
          out.ascii(",\"more\":").bool(found.more()).ascii("}");
        });
  }

  private CompletableFuture<Reply> lanes(RestCall call) {
    List<LaneLoad> lanes = turns.lanes(call.subject());
    return Reply.ok(
            out -> {
              out.ascii("{\"lanes\":");
              Shapes.list(out, lanes, LogOperations::lane);
              out.ascii("}");
            })
        .now();
  }

  private static void lane(JsonBuffer out, LaneLoad lane) {
    out.ascii("{\"lane\":").string(lane.lane());
    out.ascii(",\"runningMax\":").number(lane.runningMax());
    out.ascii(",\"running\":").number(lane.running());
    out.ascii(",\"waiting\":").number(lane.waiting());
    out.ascii(",\"depth\":").number(lane.depth()).ascii("}");
  }
}
