package dev.parley.doors.rest.events;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Endpoint;
import dev.parley.doors.http.Problem;
import dev.parley.identity.Principal;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/events}. */
public final class EventStream implements Endpoint {
  private final Callers callers;
  private final EventFeed feed;
  private final long waitingMax;
  private final AtomicInteger readers = new AtomicInteger();

  public EventStream(Callers callers, EventFeed feed, long waitingMax) {
    this.callers = callers;
    this.feed = feed;
    this.waitingMax = waitingMax;
  }

  @Override
  public void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    Principal who;
    try {
      who = callers.of(request);
      if (readers.get() >= feed.config().readersMax()) {
        throw new Refused(ErrorCode.OVERLOADED, "too many read events already; try again later");
      }
    } catch (Refused refused) {
      Problem.answer(response, refused);
      return;
    }
    response
        .putHeader("Content-Type", "text/event-stream")
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff");
    if (request.method().equals(HttpMethod.HEAD)) {
      var _ = response.end();
      return;
    }
    open(request, who, response);
  }

  private void open(HttpServerRequest request, Principal who, HttpServerResponse response) {
    Context context = Objects.requireNonNull(Vertx.currentContext());
    EventReader reader =
        new EventReader(who, response, context, waitingMax, () -> isStill(who, request));
    readers.incrementAndGet();
    response.closeHandler(
        _ -> {
          reader.onGone();
          readers.decrementAndGet();
        });
    response.exceptionHandler(_ -> reader.onGone());
    response.setChunked(true);
    var _ = response.write(Buffer.buffer("retry: 2000\n\n"));
    String last = last(request);
    feed.ask(() -> join(reader, last));
  }

  private static @Nullable String last(HttpServerRequest request) {
    String header = request.getHeader("Last-Event-ID");
    // EventSource cannot set a header on its first request.
    return header != null ? header : request.getParam("lastEventId");
  }

  private void join(EventReader reader, @Nullable String last) {
    EventId id = last == null || last.isEmpty() ? null : EventId.parse(last);
    if (id != null) {
      EventFeed.Missed missed = feed.rejoin(reader, id);
      if (missed != null) {
        new CatchUp(feed, reader).start(missed);
      }
      return;
    }
    if (last != null && !last.isEmpty()) {
      reader.add(feed.resync("this Last-Event-ID is none of this hub"));
    }
    feed.attachNow(reader);
  }

  private boolean isStill(Principal who, HttpServerRequest request) {
    try {
      return callers.of(request).equals(who);
    } catch (Refused refused) {
      return false;
    }
  }

  @Override
  public CompletableFuture<Void> stop(Duration within) {
    return CompletableFuture.runAsync(feed::close, task -> Thread.ofVirtual().start(task));
  }
}
