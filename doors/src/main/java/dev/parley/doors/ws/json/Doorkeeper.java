package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Standing;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.ws.Connection;
import dev.parley.identity.Authentication;
import dev.parley.identity.Principal;
import dev.parley.identity.keys.KeyLogin;
import dev.parley.identity.keys.LoginChallenge;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who is at the other end of a connection: by a token, or by a key, with one challenge a
 * connection that is answered once. Event loop; signatures are verified on another thread, while
 * the connection is held.
 */
final class Doorkeeper {
  static final String AUTH = "auth";
  private static final String ANSWER = "auth.answer";

  private final JsonDialect dialect;
  private final Connection connection;
  private final JsonDialects shared;
  private @Nullable LoginChallenge challenge;

  Doorkeeper(JsonDialect dialect, Connection connection, JsonDialects shared) {
    this.dialect = dialect;
    this.connection = connection;
    this.shared = shared;
  }

  static Refused notAuthenticated() {
    return new Refused(
        ErrorCode.NOT_AUTHENTICATED, "the first frame has to be {\"type\":\"auth\",\"token\":…}");
  }

  void letIn(Request request, @Nullable String type, int length) {
    LoginChallenge asked = challenge;
    try {
      if (asked != null) {
        requireType(ANSWER, type, "the challenge has to be answered, with 'auth.answer'");
        answered(asked, request, length);
      } else if (AUTH.equals(type) && request.has(Field.KEY_ID) && !request.has(Field.TOKEN)) {
        challenge(request, length);
      } else {
        requireType(AUTH, type, String.valueOf(notAuthenticated().getMessage()));
        byToken(request, length);
      }
    } catch (Refused refused) {
      dialect.turnAway(refused, request.raw(Field.REQUEST_ID), type, length);
    }
  }

  private static void requireType(String wanted, @Nullable String type, String why) {
    if (!wanted.equals(type)) {
      throw new Refused(ErrorCode.NOT_AUTHENTICATED, why);
    }
  }

  // ---- by token

  /**
   * A token that nobody here knows may have been made at another hub just now. What else comes over
   * the connection waits meanwhile.
   */
  private void byToken(Request request, int length) {
    String token = request.requireText(Field.TOKEN);
    if (!shared.broker().isShared()
        || shared.identity().authenticator().holder(token).isPresent()) {
      dialect.admit(whoIs(request, token), null, request.raw(Field.REQUEST_ID), length);
      return;
    }
    onceCaughtUp(
        request,
        AUTH,
        length,
        () -> dialect.admit(whoIs(request, token), null, request.raw(Field.REQUEST_ID), length));
  }

  private Principal whoIs(Request request, String token) {
    AgentId agent = request.has(Field.AGENT_ID) ? named(request) : null;
    return switch (shared
        .identity()
        .authenticator()
        .authenticate(agent, token, connection.remoteAddress())) {
      case Authentication.Accepted(Principal accepted) -> accepted;
      case Authentication.Denied() -> throw new Refused(ErrorCode.UNAUTHORIZED, "wrong token");
      case Authentication.DeniedTooOften() ->
          throw new Refused(
              ErrorCode.RATE_LIMITED,
              "wrong token, too many times",
              Authentication.WAIT_AFTER_TOO_MANY);
    };
  }

  private static AgentId named(Request request) {
    return Request.address(Field.AGENT_ID, request.requireText(Field.AGENT_ID), AgentId::new);
  }

  // ---- by key

  private void challenge(Request request, int length) {
    AgentId agent = named(request);
    String hub = connection.audience();
    if (hub == null) {
      throw new Refused(
          ErrorCode.UNAUTHORIZED,
          "the Host of this connection is not the port it came to; names of a proxy have to be"
              + " configured");
    }
    LoginChallenge made =
        shared.identity().keyLogins().challenge(agent, request.requireText(Field.KEY_ID), hub);
    challenge = made;
    connection.send(new AuthChallenge(made, request.raw(Field.REQUEST_ID), length));
  }

  private void answered(LoginChallenge asked, Request request, int length) {
    String signature = request.requireText(Field.SIGNATURE);
    boolean unknown = shared.identity().keys().live(asked.agent(), asked.keyId()).isEmpty();
    if (unknown && shared.broker().isShared()) {
      onceCaughtUp(request, ANSWER, length, () -> verify(asked, signature, request, length));
    } else {
      verify(asked, signature, request, length);
    }
  }

  private void verify(LoginChallenge asked, String signature, Request request, int length) {
    byte[] requestId = request.raw(Field.REQUEST_ID);
    connection.hold(true);
    Thread.ofVirtual()
        .name("parley-signature")
        .start(
            () -> {
              KeyLogin login = null;
              Refused refusal = null;
              try {
                login =
                    shared
                        .identity()
                        .keyLogins()
                        .answered(asked, signature, connection.remoteAddress());
              } catch (RuntimeException e) {
                refusal = Refused.of(e);
              }
              KeyLogin by = login;
              Refused why = refusal;
              connection.eventLoop().execute(() -> verified(by, why, requestId, length));
            });
  }

  private void verified(
      @Nullable KeyLogin by, @Nullable Refused why, byte @Nullable [] requestId, int length) {
    if (dialect.isClosed()) {
      return;
    }
    connection.hold(false);
    try {
      if (by == null) {
        throw why == null ? notAuthenticated() : why;
      }
      Standing standing = () -> shared.identity().keys().isGood(by);
      // Asked in the turn of the event loop in which it is listed: no withdrawal falls in between.
      standing.require();
      dialect.admit(new Principal.AgentPrincipal(by.agent()), standing, requestId, length);
    } catch (Refused refused) {
      dialect.turnAway(refused, requestId, ANSWER, length);
    }
  }

  private void onceCaughtUp(Request request, String type, int length, Runnable then) {
    connection.hold(true);
    dialect.onceCaughtUp(
        behind -> {
          connection.hold(false);
          try {
            if (behind != null) {
              throw behind;
            }
            then.run();
          } catch (Refused refused) {
            dialect.turnAway(refused, request.raw(Field.REQUEST_ID), type, length);
          }
        });
  }
}
