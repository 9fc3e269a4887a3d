package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.json.Failures;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.identity.Authentication;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One connection's side of the JSON protocol: who it is, what it listens to, how often it has
 * talked nonsense.
 */
final class JsonDialect implements Dialect {
  private static final int UNSUPPORTED_DATA = 1003;
  private static final String AUTH = "auth";

  private final Connection connection;
  private final WebSocketDoor door;
  private final Listeners listeners;

  /** Not made before there is one. Replies come on other threads. */
  private @Nullable Set<Broker.Pending> waiting;

  private @Nullable Principal principal;
  private int badFrames;
  private long badFramesSince;

  JsonDialect(Connection connection, WebSocketDoor door) {
    this.connection = connection;
    this.door = door;
    this.listeners = new Listeners(connection, door.broker());
  }

  Connection connection() {
    return connection;
  }

  Listeners listeners() {
    return listeners;
  }

  // ---- what comes in

  @Override
  public void onText(byte[] bytes, int length) {
    door.countIn();
    Request request;
    try {
      request = connection.loop().reader().read(bytes, length);
    } catch (Refused notJson) {
      onBadFrame(notJson, null, null, length);
      return;
    }
    String type = request.text(Field.TYPE);
    Refused problem = problem(request, type);
    if (problem != null) {
      onBadFrame(problem, request.raw(Field.REQUEST_ID), type, length);
    } else if (principal == null) {
      authenticate(request, type, length);
    } else {
      dispatch(principal, request, type, length);
    }
  }

  private static @Nullable Refused problem(Request request, @Nullable String type) {
    if (request.problem() != null) {
      return request.problem();
    }
    return type == null ? Request.missing(Field.TYPE) : null;
  }

  @Override
  public void onBinary(byte[] bytes, int length) {
    connection.intake().onAnswered(length);
    connection.close(UNSUPPORTED_DATA, "this connection speaks JSON");
  }

  private void dispatch(Principal who, Request request, @Nullable String name, int length) {
    RequestType type = door.requests().find(name);
    if (type == null) {
      Refused unknown = new Refused(ErrorCode.UNKNOWN_TYPE, "there is no request '" + name + "'");
      onBadFrame(unknown, request.raw(Field.REQUEST_ID), name, length);
      return;
    }
    try {
      type.handler().handle(new Call(this, who, type, request, length));
    } catch (RuntimeException e) {
      Refused why = Failures.refusalOf(e, type.name());
      if (type.action() != null) {
        Audited.done(door.audit(), who, type.action(), request, why);
      }
      connection.send(ErrorFrame.answering(why, request.raw(Field.REQUEST_ID), name, length));
    }
  }

  /** An audited request has come to something. Any thread. */
  void onDone(Call call, @Nullable Refused refusal) {
    String action = call.type().action();
    if (action != null) {
      Audited.done(door.audit(), call.principal(), action, call.request(), refusal);
    }
  }

  private void onBadFrame(
      Refused why, byte @Nullable [] requestId, @Nullable String type, int length) {
    if (principal == null) {
      turnAway(AUTH.equals(type) ? why : notAuthenticated(), requestId, type, length);
      return;
    }
    connection.send(ErrorFrame.answering(why, requestId, type, length));
    var limits = door.config().limits();
    long now = connection.loop().now();
    if (now - badFramesSince > limits.badFramesWindow().toNanos()) {
      badFramesSince = now;
      badFrames = 0;
    }
    if (++badFrames > limits.badFramesMax()) {
      closeWith(new Refused(ErrorCode.OVERLOADED, "too many malformed frames"), null);
    }
  }

  // ---- who it is

  private void authenticate(Request request, @Nullable String type, int length) {
    byte[] requestId = request.raw(Field.REQUEST_ID);
    try {
      if (!AUTH.equals(type)) {
        throw notAuthenticated();
      }
      Principal who = whoIs(request);
      connection.authenticated();
      principal = who;
      if (door.logins().isNews(who)) {
        Audited.loggedIn(door.audit(), who, connection.remoteAddress());
      }
      if (who instanceof AgentPrincipal(AgentId agent)) {
        door.broker().presence().connected(agent);
      }
      connection.send(new AuthOk(who, requestId, length));
    } catch (Refused refused) {
      turnAway(refused, requestId, type, length);
    }
  }

  private static Refused notAuthenticated() {
    return new Refused(
        ErrorCode.NOT_AUTHENTICATED, "the first frame has to be {\"type\":\"auth\",\"token\":…}");
  }

  private void turnAway(
      Refused why, byte @Nullable [] requestId, @Nullable String type, int length) {
    connection.send(ErrorFrame.answering(why, requestId, type, length));
    ErrorCode code =
        why.code() == ErrorCode.OVERLOADED ? ErrorCode.OVERLOADED : ErrorCode.UNAUTHORIZED;
    connection.close(code.closeCode(), why.code().wireName());
  }

  private Principal whoIs(Request request) {
    AgentId agent =
        request.has(Field.AGENT_ID)
            ? Request.address(Field.AGENT_ID, request.requireText(Field.AGENT_ID), AgentId::new)
            : null;
    String token = request.requireText(Field.TOKEN);
    return switch (door.authenticator().authenticate(agent, token, connection.remoteAddress())) {
      case Authentication.Accepted(Principal accepted) -> accepted;
      case Authentication.Denied() -> throw new Refused(ErrorCode.UNAUTHORIZED, "wrong token");
      case Authentication.DeniedTooOften() ->
          throw new Refused(ErrorCode.OVERLOADED, "wrong token, too many times; wait a minute");
    };
  }

  boolean isOf(AgentId agent) {
    return principal instanceof AgentPrincipal(AgentId self) && self.equals(agent);
  }

  // ---- how it ends

  void onTokenGone() {
    closeWith(new Refused(ErrorCode.UNAUTHORIZED, "this agent's token is no longer valid"), null);
  }

  @Override
  public void onLeaving() {
    connection.send(
        ErrorFrame.unasked(
            new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping; come back soon"), null));
  }

  @Override
  public void onStrangerTimeout() {
    closeWith(new Refused(ErrorCode.TIMEOUT, "no authentication in time"), AUTH);
  }

  private void closeWith(Refused why, @Nullable String request) {
    connection.send(ErrorFrame.unasked(why, request));
    connection.close(why.code().closeCode(), why.code().wireName());
  }

  @Override
  public void onRoom() {
    listeners.resume();
  }

  /** A request of this connection waits for its reply, as long as the connection is there. */
  void waitsFor(Broker.Pending pending) {
    Set<Broker.Pending> all = waiting == null ? ConcurrentHashMap.newKeySet() : waiting;
    waiting = all;
    all.add(pending);
    var _ = pending.reply().whenComplete((_, _) -> all.remove(pending));
  }

  @Override
  public void onClosed() {
    listeners.close();
    if (waiting != null) {
      waiting.forEach(Broker.Pending::giveUp);
    }
    if (principal instanceof AgentPrincipal(AgentId agent)) {
      door.broker().presence().disconnected(agent);
    }
  }
}
