package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.doors.http.Audience;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.Endpoint;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.internal.http.WebSocketInternal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The endpoint of WebSockets, with every dialect that is spoken over them. */
public final class WebSocketDoor implements Endpoint {
  private static final Logger LOG = LoggerFactory.getLogger(WebSocketDoor.class);
  private static final String VERSION = "13";

  /** What Vert.x calls the handler whose place {@link FrameReader} takes. */
  static final String DECODER = "wsdecoder";

  private final DoorConfig config;
  private final List<DialectFactory> dialects;
  private final Map<EventLoop, Loop> loops = new ConcurrentHashMap<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final Strangers strangers;
  private final LongAdder framesIn = new LongAdder();
  private final LongAdder framesOut = new LongAdder();
  private final LongAdder bytesOut = new LongAdder();
  private volatile boolean stopping;

  /**
   * @param dialects in the order in which they are asked whether a first frame is theirs; the first
   *     one also turns away those that never say anything
   */
  public WebSocketDoor(DoorConfig config, List<DialectFactory> dialects) {
    this.config = config;
    this.dialects = List.copyOf(dialects);
    this.strangers = new Strangers(config.limits().strangersMax());
  }

  DoorConfig config() {
    return config;
  }

  /** Null when no dialect begins with such a message. */
  @Nullable DialectFactory dialectOf(FrameKind kind, byte[] bytes, int length) {
    for (DialectFactory dialect : dialects) {
      if (dialect.isMine(kind, bytes, length)) {
        return dialect;
      }
    }
    return null;
  }

  Collection<Loop> loops() {
    return loops.values();
  }

  /** Open WebSockets. */
  public int connections() {
    return connections.get();
  }

  /** Of these, those that have not authenticated yet. */
  public int strangers() {
    return strangers.count();
  }

  public long framesIn() {
    return framesIn.sum();
  }

  public long framesOut() {
    return framesOut.sum();
  }

  public long bytesOut() {
    return bytesOut.sum();
  }

  void count(int frames, int bytes) {
    framesOut.add(frames);
    bytesOut.add(bytes);
  }

  void countIn() {
    framesIn.increment();
  }

  // ---- coming

  @Override
  public void handle(HttpServerRequest request) {
    handle(request, dialects.getFirst());
  }

  /**
   * The same at a path where clients of one dialect are expected.
   *
   * @param silent turns away those that never say anything there
   */
  public Endpoint expecting(DialectFactory silent) {
    return request -> handle(request, silent);
  }

  private void handle(HttpServerRequest request, DialectFactory silent) {
    if (!request.headers().contains("Upgrade", "websocket", true)) {
      refuse(request, 426, "this path speaks WebSocket");
    } else if (!VERSION.equals(request.getHeader("Sec-WebSocket-Version"))) {
      refuse(request, 426, "WebSocket version 13 is needed");
    } else if (stopping) {
      refuse(request, 503, "the hub is stopping");
    } else {
      Strangers.Stranger stranger = strangers.come();
      if (stranger == null) {
        int seconds = Strangers.retryAfterSeconds();
        request.response().putHeader("Retry-After", String.valueOf(seconds));
        refuse(request, 503, "too many are logging in; try again in " + seconds + " s");
      } else {
        open(request, stranger, silent);
      }
    }
  }

  private void open(HttpServerRequest request, Strangers.Stranger stranger, DialectFactory silent) {
    String address = request.remoteAddress().hostAddress();
    String audience = Audience.of(request, config.ports().hostNames());
    request
        .toWebSocket()
        .onSuccess(
            socket -> open(socket, address == null ? "" : address, audience, stranger, silent))
        .onFailure(
            e -> {
              stranger.isNoLonger();
              LOG.debug("no WebSocket came of a request: {}", e.getMessage());
            });
  }

  private static void refuse(HttpServerRequest request, int status, String why) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("Upgrade", "websocket")
        .putHeader("Sec-WebSocket-Version", VERSION)
        .putHeader("Content-Type", "text/plain; charset=utf-8")
        .putHeader("Connection", "close")
        .end(why + "\n")
        .onComplete(_ -> request.connection().close());
  }

  private void open(
      ServerWebSocket socket,
      String remoteAddress,
      @Nullable String audience,
      Strangers.Stranger stranger,
      DialectFactory silent) {
    ChannelPipeline pipeline = ((WebSocketInternal) socket).channelHandlerContext().pipeline();
    pipeline.channel().closeFuture().addListener(_ -> stranger.isNoLonger());
    Loop loop =
        loops.computeIfAbsent(
            pipeline.channel().eventLoop(), executor -> new Loop(executor, config));
    // In the place of Netty's decoder: what is written from there goes past the frame encoder,
    // which sits behind it.
    pipeline.replace(
        DECODER,
        "parley",
        new FrameReader(
            (reader, context) ->
                new Connection(
                    this,
                    loop,
                    socket,
                    reader,
                    context,
                    remoteAddress,
                    audience,
                    stranger,
                    silent)));
    connections.incrementAndGet();
    socket.exceptionHandler(e -> LOG.debug("a connection failed: {}", e.toString()));
  }

  void onClosed() {
    connections.decrementAndGet();
  }

  // ---- going

  /**
   * Hangs up on every connection of an agent that came with its token, because that is no longer
   * good; what came with a key stays as long as the key is good. Any thread.
   */
  public void closeConnectionsOf(AgentId agent) {
    closeAll(connection -> connection.endsWithTokenOf(agent));
  }

  /** Hangs up on what came with a key of this agent that is no longer good. Any thread. */
  public void closeLostKeysOf(AgentId agent) {
    closeAll(connection -> connection.hasLostKeyOf(agent));
  }

  private void closeAll(Predicate<Connection> which) {
    for (Loop loop : loops.values()) {
      loop.executor()
          .execute(
              () -> {
                for (Connection connection : loop.connections()) {
                  if (which.test(connection)) {
                    connection.onTokenGone();
                  }
                }
              });
    }
  }

  @Override
  public CompletableFuture<Void> stop(Duration within) {
    stopping = true;
    return CompletableFuture.allOf(
            loops.values().stream().map(Loop::stop).toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, within.toMillis(), TimeUnit.MILLISECONDS);
  }
}
