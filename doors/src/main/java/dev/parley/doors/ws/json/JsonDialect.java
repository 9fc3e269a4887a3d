package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Sender;
import dev.parley.core.sending.PendingReply;
import dev.parley.doors.error.ErrorTable;
import dev.parley.doors.http.Standing;
import dev.parley.doors.json.Failures;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.RequestReader;
import dev.parley.doors.ws.Connection;
import dev.parley.doors.ws.Dialect;
import dev.parley.doors.ws.Liveness;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.authority.Authority;
import dev.parley.identity.limits.Costly;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection's side of the JSON protocol: who it is, what it listens to, how often it has
 * talked nonsense.
 */
final class JsonDialect implements Dialect {
  private static final int UNSUPPORTED_DATA = 1003;
  private static final String AUTH = Doorkeeper.AUTH;
  private static final long TOLD_LATER_MILLIS = 2_000;
  private static final int FREE_ANSWER_BYTES = 16 << 10;
  private static final Liveness LIVENESS = new Liveness.HubPings();

  private final Connection connection;
  private final JsonDialects shared;
  private final RequestReader reader;
  private final Listeners listeners;

  /** Not made before there is one. Replies come on other threads. */
  private @Nullable Set<PendingReply> waiting;

  /** Set once, by the frame that authenticates; answers on other threads come after that. */
  private @Nullable Visit visit;

  private final Doorkeeper doorkeeper;
  private final Haste haste = new Haste();

  /** The last one who spoke: an agent's connection never needs another. */
  private @Nullable Sender sender;

  private boolean closed;
  private int badFrames;
  private long badFramesSince;

  JsonDialect(Connection connection, JsonDialects shared, RequestReader reader) {
    this.connection = connection;
    this.shared = shared;
    this.reader = reader;
    this.listeners = new Listeners(connection, shared.broker());
    this.doorkeeper = new Doorkeeper(this, connection, shared);
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
    Request request;
    try {
      request = reader.read(bytes, length);
    } catch (Refused notJson) {
      onBadFrame(notJson, null, null, length);
      return;
    }
    String type = request.text(Field.TYPE);
    Refused problem = problem(request, type);
    if (problem != null) {
      onBadFrame(problem, request.raw(Field.REQUEST_ID), type, length);
    } else if (visit == null) {
      doorkeeper.letIn(request, type, length);
    } else {
      dispatch(visit, request, type, length);
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
    connection.onAnswered(length);
    connection.close(UNSUPPORTED_DATA, "this connection speaks JSON");
  }

  private void dispatch(Visit by, Request request, @Nullable String name, int length) {
    RequestType type = shared.requests().find(name);
    if (type == null) {
      Refused unknown = new Refused(ErrorCode.UNKNOWN_TYPE, "there is no request '" + name + "'");
      onBadFrame(unknown, request.raw(Field.REQUEST_ID), name, length);
      return;
    }
    try {
      authority().limits().onRequest(by.who(), length);
    } catch (Refused tooSoon) {
      refuse(by, type, request, length, tooSoon);
      return;
    }
    handle(by, type, request, length, shared.broker().isShared());
  }

  private void handle(Visit by, RequestType type, Request request, int length, boolean firstOfTwo) {
    try {
      type.handler().handle(new Call(this, by, type, request, length, firstOfTwo));
    } catch (RuntimeException e) {
      Refused why = Failures.refusalOf(e, type.name());
      if (firstOfTwo && why.isMissing()) {
        onceCaughtUp(by, type, request, length);
      } else {
        refuse(by, type, request, length, why);
      }
    }
  }

  private void refuse(Visit by, RequestType type, Request request, int length, Refused why) {
    if (type.isListed(why)) {
      audit().done(by, type.auditName(), Audited.subject(request), why);
    }
    onRefused(why);
    connection.send(ErrorFrame.answering(why, request.raw(Field.REQUEST_ID), type.name(), length));
  }

  /**
   * What this call asked for is missing here: it is made once more when this hub knows what the
   * others know. Any thread.
   *
   * @param reserved what its answer had reserved, and does not need any more
   */
  void askAgain(Call call, int reserved) {
    connection
        .eventLoop()
        .execute(
            () -> {
              connection.reserve(-reserved);
              onceCaughtUp(call.visit(), call.type(), call.request(), call.requestBytes());
            });
  }

  private void onceCaughtUp(Visit by, RequestType type, Request request, int length) {
    onceCaughtUp(
        why -> {
          if (why == null) {
            handle(by, type, request, length, false);
          } else {
            refuse(by, type, request, length, why);
          }
        });
  }

  /**
   * @param then told, on the event loop and unless the connection is gone, why this hub has not
   *     caught up with the others, or null when it has
   */
  void onceCaughtUp(Consumer<@Nullable Refused> then) {
    var _ =
        shared
            .broker()
            .caughtUp()
            .whenComplete(
                (_, failure) ->
                    connection
                        .eventLoop()
                        .execute(
                            () -> {
                              if (!closed) {
                                then.accept(failure == null ? null : Refused.of(failure));
                              }
                            }));
  }

  Authority authority() {
    return shared.identity().authority();
  }

  private AuditLog audit() {
    return shared.identity().audit();
  }

  /** An audited request has come to something. Any thread. */
  void onDone(Call call, @Nullable Refused refusal) {
    audit().done(call.visit(), call.type().auditName(), Audited.subject(call.request()), refusal);
  }

  /** Event loop. */
  void onRefused(Refused why) {
    Visit by = visit;
    Duration pause =
        by == null || by.who().isOwner() ? null : haste.pauseAfter(why, connection.now());
    if (pause != null) {
      connection.slowDown(pause);
    }
  }

  /**
   * An answer of this size is about to leave: large ones count for what its reader asks next. Any
   * thread.
   */
  void onAnswer(int bytes) {
    Visit by = visit;
    if (by != null && bytes > FREE_ANSWER_BYTES) {
      authority().limits().onAnswer(by.who(), bytes);
    }
  }

  /** Another request was refused because of who asked; the reason says for what. Any thread. */
  void onDenied(RequestType type, Refused why) {
    Visit by = visit;
    if (by != null) {
      audit().done(by, type.auditName(), "", why);
    }
  }

  private void onBadFrame(
      Refused why, byte @Nullable [] requestId, @Nullable String type, int length) {
    if (visit == null) {
      turnAway(AUTH.equals(type) ? why : Doorkeeper.notAuthenticated(), requestId, type, length);
      return;
    }
    connection.send(ErrorFrame.answering(why, requestId, type, length));
    var limits = shared.config().limits();
    long now = connection.now();
    if (now - badFramesSince > limits.badFramesWindow().toNanos()) {
      badFramesSince = now;
      badFrames = 0;
    }
    if (++badFrames > limits.badFramesMax()) {
      closeWith(new Refused(ErrorCode.OVERLOADED, "too many malformed frames"), null);
    }
  }

  // ---- who it is

  /** Whoever is at the other end has shown who it is. */
  void admit(Principal who, @Nullable Standing byKey, byte @Nullable [] requestId, int length) {
    authority().limits().onCostly(who, Costly.CONNECT);
    shared.connections().take(who);
    connection.authenticated(who, byKey);
    Visit by = new Visit(who, Door.WS, connection.remoteAddress());
    visit = by;
    if (shared.logins().isNews(who)) {
      audit().done(by, "login", connection.remoteAddress(), null);
    }
    if (who instanceof AgentPrincipal(AgentId agent)) {
      shared.broker().presence().connected(agent);
    }
    connection.send(new AuthOk(who, requestId, length));
  }

  /** Whoever has come too often already is told a little later, or it would be back at once. */
  void turnAway(Refused why, byte @Nullable [] requestId, @Nullable String type, int length) {
    if (why.code() != ErrorCode.RATE_LIMITED) {
      sendAway(why, requestId, type, length);
      return;
    }
    connection.hold(true);
    var _ =
        connection
            .eventLoop()
            .schedule(
                () -> {
                  if (!closed) {
                    connection.hold(false);
                    sendAway(why, requestId, type, length);
                  }
                },
                TOLD_LATER_MILLIS,
                TimeUnit.MILLISECONDS);
  }

  private void sendAway(
      Refused why, byte @Nullable [] requestId, @Nullable String type, int length) {
    connection.send(ErrorFrame.answering(why, requestId, type, length));
    ErrorCode code = why.code().retryable() ? why.code() : ErrorCode.UNAUTHORIZED;
    connection.close(ErrorTable.of(code).closeCode(), why.code().wireName());
  }

  Sender senderAs(Visit by, String name) {
    Sender last = sender;
    if (last == null || !last.name().equals(name)) {
      last = by.senderAs(name);
      sender = last;
    }
    return last;
  }

  // ---- how it ends

  @Override
  public Liveness liveness() {
    return LIVENESS;
  }

  @Override
  public void onTokenGone() {
    closeWith(
        new Refused(ErrorCode.UNAUTHORIZED, "this agent's token or key is no longer valid"), null);
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
    connection.close(ErrorTable.of(why.code()).closeCode(), why.code().wireName());
  }

  @Override
  public void onRoom() {
    listeners.resume();
  }

  /** A request of this connection waits for its reply, as long as the connection is there. */
  void waitsFor(PendingReply pending) {
    Set<PendingReply> all = waiting == null ? ConcurrentHashMap.newKeySet() : waiting;
    waiting = all;
    all.add(pending);
    var _ = pending.reply().whenComplete((_, _) -> all.remove(pending));
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void onClosed() {
    closed = true;
    listeners.close();
    if (waiting != null) {
      waiting.forEach(PendingReply::giveUp);
    }
    if (visit != null) {
      shared.connections().release(visit.who());
    }
    if (visit != null && visit.who() instanceof AgentPrincipal(AgentId agent)) {
      shared.broker().presence().disconnected(agent);
    }
  }
}
