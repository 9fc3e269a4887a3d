package dev.parley.doors.rest.events;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Endpoint;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.sse.EventOutput;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.limits.Costly;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.limits.Shares;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/events}. */
public final class EventStream implements Endpoint {
  private final Callers callers;
  private final RateLimits limits;
  private final EventFeed feed;
  private final long waitingMax;
  private final Shares shares;
  private final Set<EventReader> readers = ConcurrentHashMap.newKeySet();

  public EventStream(Callers callers, RateLimits limits, EventFeed feed, long waitingMax) {
    this.callers = callers;
    this.limits = limits;
    this.feed = feed;
    this.waitingMax = waitingMax;
    this.shares =
        new Shares(
            "readers of events",
            "limits.eventReadersMax",
            feed.config().readersMax(),
            "limits.eventReadersPerAgentMax",
            feed.config().readersPerAgentMax());
  }

  /** Who reads events right now. */
  public int readers() {
    return readers.size();
  }

  @Override
  public void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    Principal who;
    try {
      who = callers.of(request);
      limits.onCostly(who, Costly.CONNECT);
      shares.take(who);
    } catch (Refused refused) {
      Problem.answer(response, refused);
      return;
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      shares.release(who);
      EventOutput.head(response);
      var _ = response.end();
      return;
    }
    open(request, who, response);
  }

  private void open(HttpServerRequest request, Principal who, HttpServerResponse response) {
    Context context = Objects.requireNonNull(Vertx.currentContext());
    EventOutput output =
        EventOutput.openWhenSent(
            response,
            context,
            Duration.ofMillis(feed.config().commentMillis()),
            waitingMax,
            () -> {
              shares.release(who);
              readers.removeIf(EventReader::isOver);
            });
    AgentId agent = who.scope();
    long since = agent == null ? 0 : feed.broker().lookups().since(agent);
    EventReader reader = new EventReader(who, output, callers.standing(who, request), since);
    readers.add(reader);
    String last = EventOutput.lastEventId(request);
    feed.ask(() -> join(reader, last));
    // Among the readers first, looked at then: no withdrawal falls in between.
    reader.endUnlessAllowed();
  }

  /** Ends the streams that an agent's token, no longer good, has opened. Any thread. */
  public void onTokenGone(AgentId agent) {
    Principal who = new AgentPrincipal(agent);
    readers.stream()
        .filter(reader -> reader.who().equals(who))
        .forEach(EventReader::endUnlessAllowed);
  }

  /** Nothing is written before: whoever has the head of the answer misses nothing from then on. */
  private void join(EventReader reader, @Nullable String last) {
    reader.begin();
    EventId id = last == null ? null : EventId.parse(last, feed.broker().hiddenNumbers());
    if (id != null) {
      EventFeed.Missed missed = feed.rejoin(reader, id);
      if (missed != null) {
        new CatchUp(feed, reader).start(missed);
      }
      return;
    }
    if (last != null) {
      reader.add(feed.resync("this Last-Event-ID is none of this hub"));
    }
    feed.attachNow(reader);
  }

  @Override
  public CompletableFuture<Void> stop(Duration within) {
    return CompletableFuture.runAsync(feed::close, task -> Thread.ofVirtual().start(task));
  }
}
