package dev.parley.client;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.socket.ConnectionClosed;
import dev.parley.client.socket.WebSocket;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The line to the hub, across connections. One virtual thread reads and, when the connection is
 * lost, finds another; callers write on their own threads.
 *
 * <p>Appending to a connection and exchanging it happen under one lock, so requests reach the hub
 * in the order they were made even when a reconnect comes between them. Nobody flushes, completes a
 * future or takes another lock of the client while holding it, except that listeners are resumed.
 */
final class Link implements AutoCloseable {
  /** A connection that lived this long was a good one: the next search starts afresh. */
  private static final Duration GOOD = Duration.ofSeconds(5);

  private static final Duration FAREWELL_MAX = Duration.ofSeconds(2);

  private final ClientOptions options;
  private final Surroundings surroundings;
  private final Dialer dialer;
  private final InFlight inFlight;
  private final Pushes pushes;
  private final Completions completions = new Completions();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable WebSocket live;
  private @Nullable ParleyException over;
  private int connection;
  private @Nullable Thread thread;
  private volatile @Nullable Principal principal;

  Link(ClientOptions options, Surroundings surroundings, Pushes pushes) {
    this.options = options;
    this.surroundings = surroundings;
    this.pushes = pushes;
    this.dialer = new Dialer(options, surroundings);
    this.inFlight = new InFlight(options.inFlightMax(), options.inFlightBytesMax());
  }

  /** The first connection, on the caller's thread. */
  void open() {
    Dialer.Connection first = dialer.first();
    attach(first);
    thread = Thread.ofVirtual().name("parley-link").start(() -> run(first));
  }

  Completions completions() {
    return completions;
  }

  Principal principal() {
    Principal known = principal;
    if (known == null) {
      throw new IllegalStateException("not connected yet");
    }
    return known;
  }

  /**
   * Sends a request for a thread that waits for the answer, waiting for room first if there is
   * none; without a connection it is kept.
   */
  CompletableFuture<JsonObject> call(Request request, Duration within) {
    Call call = inFlight.admit(request, within);
    WebSocket socket = post(call, true);
    if (socket != null) {
      socket.flush();
    }
    return call.answer;
  }

  /**
   * The same for one who does not wait: what is called within a moment goes out in one write. The
   * answer is a {@link java.util.concurrent.TimeoutException} when there is none in time.
   */
  CompletableFuture<JsonObject> callSoon(Request request, Duration within) {
    Call call = inFlight.admit(request, within);
    WebSocket socket = post(call, true);
    inFlight.expire(call, within);
    if (socket != null) {
      socket.flushSoon();
    }
    return call.answer;
  }

  /**
   * Sends a request of the client's own making on the connection there is, or fails. It takes no
   * room, because whoever makes it bounds it, and never waits, so that the reader may use it. The
   * answer is a {@link java.util.concurrent.TimeoutException} when there is none in time.
   */
  CompletableFuture<JsonObject> signal(Request request, Duration within) {
    Call call = inFlight.number(request);
    WebSocket socket = post(call, false);
    inFlight.expire(call, within);
    if (socket != null) {
      socket.flushSoon();
    }
    return call.answer;
  }

  /** The socket that wants flushing; null when there is none. */
  private @Nullable WebSocket post(Call call, boolean kept) {
    ParleyException refusal;
    lock.lock();
    try {
      refusal = over != null || live != null || kept ? over : ParleyException.notConnected();
      if (refusal == null) {
        inFlight.add(call);
        if (live != null) {
          inFlight.send(call, live, connection);
        }
        return live;
      }
    } finally {
      lock.unlock();
    }
    call.answer.completeExceptionally(refusal);
    return null;
  }

  /** Gives the connection up for a new one. */
  void reconnect() {
    lock.lock();
    try {
      if (live != null) {
        live.abort();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run(Dialer.Connection first) {
    try {
      Dialer.Connection current = first;
      while (true) {
        long since = surroundings.nanoTime().getAsLong();
        IOException why = read(current.socket());
        if (isOver()) {
          return;
        }
        detach(String.valueOf(why.getMessage()));
        checkToken(why);
        boolean held = surroundings.nanoTime().getAsLong() - since >= GOOD.toNanos();
        current = dialer.next(String.valueOf(why.getMessage()), held, this::isOver);
        attach(current);
      }
    } catch (ParleyException e) {
      end(e);
    } catch (InterruptedException e) {
      end(ParleyException.closed());
    } catch (RuntimeException e) {
      // Without its reader a client would hang; better it says so. Events may throw, for example.
      end(new ParleyException("internal", "the client failed inside: " + e));
    }
  }

  private static void checkToken(IOException why) {
    if (why instanceof ConnectionClosed closed && closed.code() == Dialer.CLOSE_UNAUTHORIZED) {
      String reason = "the hub no longer accepts this token: " + why.getMessage();
      throw new ParleyException(ParleyException.UNAUTHORIZED, reason);
    }
  }

  private IOException read(WebSocket socket) {
    try {
      while (true) {
        JsonObject frame = JsonObject.parse(socket.read());
        if (frame.has("requestId")) {
          inFlight.onAnswer(frame);
        } else {
          pushes.onPush(frame);
        }
      }
    } catch (IOException e) {
      return e;
    } catch (JsonException e) {
      socket.close();
      return new IOException("the hub sent what is no JSON: " + e.getMessage(), e);
    }
  }

  private boolean isOver() {
    lock.lock();
    try {
      return over != null;
    } finally {
      lock.unlock();
    }
  }

  private void attach(Dialer.Connection opened) {
    principal = opened.principal();
    lock.lock();
    try {
      if (over != null) {
        opened.socket().abort();
        return;
      }
      connection++;
      live = opened.socket();
      pushes.onConnected();
      inFlight.sendOn(opened.socket(), connection);
    } finally {
      lock.unlock();
    }
    opened.socket().flushElsewhere();
    options.events().onConnected(opened.address());
  }

  private void detach(String reason) {
    List<Call> lost;
    lock.lock();
    try {
      live = null;
      lost = inFlight.lost();
    } finally {
      lock.unlock();
    }
    for (Call call : lost) {
      String why = "the connection broke before the answer: " + reason;
      call.answer.completeExceptionally(new ParleyException(ParleyException.CONNECTION_LOST, why));
    }
    pushes.onDisconnected();
    options.events().onDisconnected(reason);
  }

  private void end(ParleyException why) {
    WebSocket socket;
    lock.lock();
    try {
      if (over != null) {
        return;
      }
      over = why;
      socket = live;
      live = null;
    } finally {
      lock.unlock();
    }
    if (socket != null) {
      socket.close();
    }
    inFlight.failAll(why);
    pushes.onOver(why);
  }

  @Override
  public void close() {
    end(ParleyException.closed());
    Thread reader = thread;
    if (reader == null || reader.equals(Thread.currentThread())) {
      return;
    }
    reader.interrupt();
    try {
      reader.join(FAREWELL_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
