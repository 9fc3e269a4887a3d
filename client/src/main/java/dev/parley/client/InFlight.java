package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.socket.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The requests that wait for an answer, by their number. Which connection each was sent on is the
 * link's to guard; everything else may happen on any thread.
 */
final class InFlight {
  private final ConcurrentHashMap<Long, Call> calls = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final Window window;
  private final Deadlines deadlines = new Deadlines(this::expire);

  InFlight(int requestsMax, int bytesMax) {
    this.window = new Window(requestsMax, bytesMax);
  }

  /** A numbered call, once there is room for it. It gives the room back when it is answered. */
  Call admit(Request request, Duration within) {
    var call = new Call(numbers.incrementAndGet(), request);
    try {
      if (!window.enter(call.frame.length, within)) {
        throw new ParleyException(
            ParleyException.TIMEOUT, "no room for '" + request.type() + "' within " + within);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ParleyException(
          ParleyException.CLOSED, "interrupted before '" + request.type() + "' was sent");
    }
    var _ =
        call.answer.whenComplete(
            (_, _) -> {
              calls.remove(call.id);
              window.leave(call.frame.length);
            });
    return call;
  }

  /** A numbered call that takes no room: for the few the client makes on its own account. */
  Call number(Request request) {
    var call = new Call(numbers.incrementAndGet(), request);
    var _ = call.answer.whenComplete((_, _) -> calls.remove(call.id));
    return call;
  }

  /** Fails the call if it has no answer by then. */
  void expire(Call call, Duration within) {
    call.deadline = System.nanoTime() + within.toNanos();
    deadlines.watch(call.deadline);
  }

  /** Fails what is due; returns the next deadline, if any. */
  private OptionalLong expire(long now) {
    long next = Long.MAX_VALUE;
    for (Call call : calls.values()) {
      if (call.deadline == Call.NO_DEADLINE) {
        continue;
      }
      long left = call.deadline - now;
      if (left <= 0) {
        call.answer.completeExceptionally(new TimeoutException());
      } else {
        next = Math.min(next, left);
      }
    }
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(now + next);
  }

  void add(Call call) {
    calls.put(call.id, call);
  }

  void onAnswer(JsonObject frame) {
    Call call = calls.get(frame.number("requestId", 0));
    if (call == null) {
      return; // Its caller no longer waits.
    }
    if (frame.text("type", "").equals("error")) {
      call.answer.completeExceptionally(ParleyException.of(frame));
    } else {
      call.answer.complete(frame);
    }
  }

  /** Sends what is not on this connection yet, in the order it was asked. */
  void sendOn(WebSocket socket, int connection) {
    calls.values().stream()
        .filter(call -> call.sentOn != connection)
        .sorted(Comparator.comparingLong(call -> call.id))
        .forEach(call -> send(call, socket, connection));
  }

  void send(Call call, WebSocket socket, int connection) {
    call.sentOn = connection;
    socket.append(call.frame);
  }

  /** Those that were sent, have no answer, and must not be sent again. */
  List<Call> lost() {
    List<Call> lost = new ArrayList<>();
    for (Call call : calls.values()) {
      if (call.failsIfLost && call.sentOn != Call.UNSENT) {
        lost.add(call);
      }
    }
    return lost;
  }

  void failAll(ParleyException why) {
    List.copyOf(calls.values()).forEach(call -> call.answer.completeExceptionally(why));
  }
}
