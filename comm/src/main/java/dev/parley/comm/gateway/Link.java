package dev.parley.comm.gateway;

import dev.parley.client.Backoff;
import dev.parley.client.socket.ConnectionClosed;
import dev.parley.comm.Condition;
import dev.parley.comm.MessageHandler;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.time.Timekeeper;
import dev.parley.wire.gateway.Decoded;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.FrameType;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Members;
import dev.parley.wire.gateway.Payload;
import dev.parley.wire.gateway.Spelling;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one connection up, on a thread of its own. After a failure it waits, twice as long each
 * time; a token that is refused is renewed once; when that does not help it stays dead until
 * somebody makes another link with other credentials.
 */
final class Link {
  static final Duration ATTEMPT_MAX = Duration.ofSeconds(10);
  private static final Backoff BACKOFF = Backoff.DEFAULT;
  private static final Duration STOPPING_MAX = Duration.ofSeconds(5);

  /** What the hub closes a connection with when the same bot has come again. */
  private static final int REPLACED = 4001;

  /** Told how it goes; on the link's thread. */
  interface Hooks {
    void onCondition(Condition.State state, String reason);

    /** Before anything is read: publish who is here. */
    void onConnected(String token);
  }

  private final GatewayConfig config;
  private final Rooms rooms;
  private final Surroundings around;
  private final TokenRenewal renewal;
  private final MessageHandler handler;
  private final Hooks hooks;
  private final Thread thread;
  private volatile @Nullable Session session;
  private volatile boolean stopped;

  Link(
      GatewayConfig config,
      Rooms rooms,
      Surroundings around,
      TokenRenewal renewal,
      MessageHandler handler,
      Hooks hooks) {
    this.config = config;
    this.rooms = rooms;
    this.around = around;
    this.renewal = renewal;
    this.handler = handler;
    this.hooks = hooks;
    this.thread = Thread.ofVirtual().name("parley-comm-gateway").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** The connection, while there is one. */
  Optional<Session> session() {
    return Optional.ofNullable(session);
  }

  /** Returns when nothing more is read or written, or does not end in time. */
  void stop() {
    stopped = true;
    Session open = session;
    if (open != null) {
      open.close();
    }
    thread.interrupt();
    if (thread.equals(Thread.currentThread())) {
      return;
    }
    try {
      var _ = thread.join(STOPPING_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    String token = config.token();
    boolean renewed = false;
    int waits = 0;
    hooks.onCondition(Condition.State.CONNECTING, "");
    try {
      while (!stopped) {
        String why;
        try {
          if (!renewed) {
            token = renewal.current(token);
          }
          Session open = attempt(token);
          renewed = false;
          IOException end = live(open, token);
          // Two who come as the same bot would throw each other out without a pause.
          waits = isReplaced(end) ? waits : 0;
          why = reason(end);
        } catch (Denied denied) {
          try {
            Optional<String> another = renewed ? Optional.empty() : renewal.renewed(token);
            if (another.isEmpty()) {
              hooks.onCondition(Condition.State.AUTH_DEAD, denied.reason());
              return;
            }
            token = another.get();
            renewed = true;
            continue;
          } catch (IOException e) {
            // Nobody answers, so it is not known whether the token is dead.
            why = "renewing the token: " + reason(e);
          }
        } catch (IOException e) {
          why = reason(e);
        }
        if (!stopped) {
          hooks.onCondition(Condition.State.CONNECTING, why);
          pause(BACKOFF.after(waits++, around.random()));
        }
      }
    } catch (InterruptedException e) {
      // Stopped.
    }
  }

  /** The other side's words go into a line of a status: short, and without what ends lines. */
  private static String reason(Exception e) {
    String text = String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}", " ");
    return text.length() <= 200 ? text : text.substring(0, 200);
  }

  private static boolean isReplaced(IOException end) {
    return end instanceof ConnectionClosed closed && closed.code() == REPLACED;
  }

  /** Until somebody stops it. */
  private void pause(Duration wait) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Timekeeper.Alarm alarm = around.time().after(wait, over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }

  // ---- an attempt

  private Session attempt(String token) throws IOException, Denied, InterruptedException {
    CompletableFuture<Session> made = new CompletableFuture<>();
    Thread dialing =
        Thread.ofVirtual()
            .name("parley-comm-dial")
            .start(
                () -> {
                  try {
                    Session session = handshake(token);
                    if (!made.complete(session)) {
                      session.close();
                    }
                  } catch (IOException | Denied | RuntimeException e) {
                    made.completeExceptionally(e);
                  }
                });
    Timekeeper.Alarm limit =
        around
            .time()
            .after(
                ATTEMPT_MAX,
                () -> {
                  if (made.completeExceptionally(new IOException("no answer within 10 s"))) {
                    dialing.interrupt(); // which closes the socket it waits for
                  }
                });
    try {
      return made.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Denied denied -> throw denied;
        case IOException failure -> throw failure;
        case null, default -> throw new IOException("cannot connect: " + e.getCause(), e);
      }
    } catch (InterruptedException e) {
      made.completeExceptionally(e);
      dialing.interrupt();
      throw e;
    } finally {
      limit.cancel();
    }
  }

  private Session handshake(String token) throws IOException, Denied {
    Dialing.Wire wire = around.dialing().open(config.gateway(), ATTEMPT_MAX);
    try {
      Members connect =
          new Members(Spelling.CAMEL)
              .text(Key.BOT_ID, config.botId().toString())
              .text(Key.TOKEN, token)
              .flag(Key.RECEIPTS, true);
      JsonBuffer out = new JsonBuffer(512);
      FrameCodec codec = new FrameCodec();
      if (!codec.encode(Frame.of(FrameType.CONNECT, connect.toBytes()), out)) {
        throw new Denied("the token is too long");
      }
      wire.write(out.toBytes());
      byte[] answer = wire.read();
      Payload said = accepted(codec.decode(answer, answer.length));
      return new Session(
          wire, config.botId(), rooms, around.time(), said.flag(Key.RECEIPTS), handler);
    } catch (IOException | Denied | RuntimeException e) {
      wire.close();
      throw e;
    }
  }

  private static Payload accepted(Decoded decoded) throws IOException, Denied {
    Payload payload =
        decoded instanceof Decoded.Good(Frame frame) ? Payload.read(frame.payload()) : null;
    if (decoded instanceof Decoded.Good(Frame frame) && payload != null) {
      if (frame.type() == FrameType.AUTH_OK) {
        return payload;
      }
      if (frame.type() == FrameType.AUTH_FAIL) {
        String reason = payload.text(Key.REASON);
        throw new Denied(reason(new IOException(reason == null ? "401" : reason)));
      }
    }
    throw new IOException("no gateway here: the answer to CONNECT is something else");
  }

  /** Returns, with the reason, when the connection has ended. */
  private IOException live(Session open, String token) throws InterruptedException {
    session = open;
    try {
      if (stopped) {
        return new IOException("stopped");
      }
      hooks.onCondition(Condition.State.CONNECTED, "");
      hooks.onConnected(token);
      open.run();
      return new IOException("the connection ended");
    } catch (IOException e) {
      return e;
    } finally {
      session = null;
      open.close();
    }
  }
}
