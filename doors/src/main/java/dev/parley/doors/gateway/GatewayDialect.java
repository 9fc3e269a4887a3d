package dev.parley.doors.gateway;

import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.doors.error.GatewayClose;
import dev.parley.doors.ws.Connection;
import dev.parley.doors.ws.Dialect;
import dev.parley.doors.ws.Liveness;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.limits.Costly;
import dev.parley.wire.gateway.Decoded;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.FrameType;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Payload;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One connection: the handshake, and what comes after it to whom. A client that is refused is told
 * so in a frame, after which it never comes back; so trouble of the hub's own is never told like
 * that. On the connection's event loop.
 */
final class GatewayDialect implements Dialect {
  /** Clients wait no longer for an answer. */
  private static final long LOGIN_NANOS_MAX = Duration.ofSeconds(10).toNanos();

  private final Connection connection;
  private final GatewayDialects shared;
  private final FrameCodec codec;
  private final Liveness liveness;
  private boolean closed;

  /** Has it said who it is? Then it is the hub that is late. */
  private boolean asked;

  private long askedAt;

  /** Null until it is known who it is. */
  private @Nullable Guest guest;

  private @Nullable Requests requests;

  GatewayDialect(Connection connection, GatewayDialects shared, FrameCodec codec) {
    this.connection = connection;
    this.shared = shared;
    this.codec = codec;
    this.liveness = new Liveness.ClientSpeaks(shared.services().limits().silenceMax());
  }

  /** The protocol has none: clients skip text, and so does the hub. */
  @Override
  public void onText(byte[] bytes, int length) {
    connection.onAnswered(length);
  }

  @Override
  public void onBinary(byte[] bytes, int length) {
    Decoded decoded = codec.decode(bytes, length);
    switch (decoded) {
      case Decoded.TooLarge() -> {
        connection.onAnswered(length);
        close(GatewayClose.TOO_LARGE, "a payload has at most 32768 bytes");
      }
      case Decoded.Good(Frame frame) when requests != null -> requests.handle(frame, length);
      case Decoded.Good(Frame frame) when frame.type() == FrameType.CONNECT ->
          connect(frame, length);
      case Decoded.Dropped _ when requests != null -> {
        shared.counts().framesDropped.increment();
        requests.onDropped();
        connection.onAnswered(length);
      }
      case Decoded.Good _, Decoded.Dropped _ -> {
        connection.onAnswered(length);
        deny("401 expected CONNECT");
      }
    }
  }

  // ---- who it is

  private void connect(Frame frame, int length) {
    Payload payload = Payload.read(frame.payload());
    if (payload == null) {
      connection.onAnswered(length);
      deny("401 invalid token");
      return;
    }
    UUID bot = payload.uuid(Key.BOT_ID);
    if (bot == null && payload.text(Key.BOT_ID) != null) {
      connection.onAnswered(length);
      deny("401 invalid bot id");
      return;
    }
    // What else the client sends waits until it is known who it is.
    connection.hold(true);
    asked = true;
    askedAt = connection.now();
    var _ =
        shared
            .services()
            .login()
            .login(bot, payload.text(Key.TOKEN), connection.remoteAddress())
            .exceptionally(failure -> GatewayLogin.Outcome.NotNow.because(failure))
            .thenAccept(
                outcome -> connection.eventLoop().execute(() -> onLogin(outcome, payload, length)));
  }

  private void onLogin(GatewayLogin.Outcome outcome, Payload connect, int length) {
    connection.onAnswered(length);
    if (!closed) {
      switch (outcome) {
        case GatewayLogin.Outcome.Accepted(Principal who) -> welcome(who, connect);
        case GatewayLogin.Outcome.Denied(String reason) -> deny(reason);
        case GatewayLogin.Outcome.NotNow(String reason) -> close(GatewayClose.INTERNAL, reason);
      }
    }
    connection.hold(false);
  }

  private void welcome(Principal who, Payload connect) {
    GatewayServices services = shared.services();
    try {
      services.identity().authority().limits().onCostly(who, Costly.CONNECT);
      services.connections().take(who);
    } catch (Refused full) {
      close(GatewayClose.INTERNAL, "too many connections");
      return;
    }
    connection.authenticated(who);
    Visit visit = new Visit(who, Door.GATEWAY, connection.remoteAddress());
    if (shared.logins().isNews(who)) {
      services.identity().audit().done(visit, "login", connection.remoteAddress(), null);
    }
    Guest known =
        new Guest(connection, shared, codec, visit, connect.spelling(), connect.flag(Key.RECEIPTS));
    guest = known;
    requests = new Requests(known, shared);
    services.broker().presence().connected(known.self());
    known.welcome();
  }

  private void deny(String reason) {
    connection.send(new Plain(codec, Replies.authFail(reason)));
    close(GatewayClose.AUTH_FAILED, "authentication failed");
  }

  private void close(GatewayClose how, String reason) {
    connection.close(how.code(), reason);
  }

  // ---- how it goes on and ends

  @Override
  public Liveness liveness() {
    return liveness;
  }

  @Override
  public void onRoom() {
    if (guest != null) {
      guest.onRoom();
    }
  }

  @Override
  public void onStrangerTimeout() {
    if (!asked) {
      close(GatewayClose.AUTH_FAILED, "no CONNECT in time");
    } else if (connection.now() - askedAt > LOGIN_NANOS_MAX) {
      close(GatewayClose.INTERNAL, "the hub is too busy");
    }
  }

  @Override
  public void onTokenGone() {
    deny("401 invalid token");
  }

  /** The close code says it. */
  @Override
  public void onLeaving() {}

  @Override
  public void onClosed() {
    closed = true;
    Guest known = guest;
    if (known != null) {
      known.end();
      shared.lobby().leave(known);
      shared.services().connections().release(known.visit().who());
      shared.services().broker().presence().disconnected(known.self());
    }
  }
}
