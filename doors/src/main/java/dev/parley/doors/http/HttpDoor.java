package dev.parley.doors.http;

import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's port and the agents' port. Both are open when {@link #start} returns. */
public final class HttpDoor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpDoor.class);

  private static final String OWNER = "owner";
  private static final String AGENT = "agent";

  private final Vertx vertx;
  private final DoorConfig config;
  private final List<Route> routes;
  private final Visitors visitors;
  private final List<HttpServer> servers = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private int ownerPort;
  private int agentPort;

  private HttpDoor(DoorConfig config, List<Route> routes) {
    this.config = config;
    this.routes = List.copyOf(routes);
    this.visitors = new Visitors(config);
    this.vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(config.ports().eventLoops())
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
  }

  /**
   * Opens both ports.
   *
   * @throws UncheckedIOException when one cannot be opened; then none is
   */
  public static HttpDoor start(DoorConfig config, List<Route> routes) {
    HttpDoor door = new HttpDoor(config, routes);
    try {
      door.ownerPort = door.open(OWNER, config.ports().owner(), routes);
      List<Route> forAgents = routes.stream().filter(Route::forAgents).toList();
      door.agentPort = door.open(AGENT, config.ports().agent(), forAgents);
      return door;
    } catch (RuntimeException e) {
      door.close();
      throw e;
    }
  }

  public int ownerPort() {
    return ownerPort;
  }

  public int agentPort() {
    return agentPort;
  }

  /** Connections of any kind on both ports. */
  public int connections() {
    return visitors.count();
  }

  private int open(String whose, int port, List<Route> served) {
    RequestRouter router = new RequestRouter(config, served, visitors);
    int actual = port;
    // One server an event loop, all on the same port: Vert.x deals connections out to them in turn.
    for (int i = 0; i < config.ports().eventLoops(); i++) {
      actual = listen(whose, port, router);
    }
    return actual;
  }

  private int listen(String whose, int port, RequestRouter router) {
    HttpServer server =
        vertx
            .createHttpServer(options())
            .connectionHandler(visitors::onConnection)
            .requestHandler(router::handle)
            .exceptionHandler(e -> LOG.debug("a connection failed before its first request", e));
    CompletableFuture<String> opened =
        vertx
            .deployVerticle(
                (Deployable) context -> server.listen(address(whose, port)),
                new DeploymentOptions())
            .toCompletionStage()
            .toCompletableFuture();
    try {
      opened.get();
    } catch (ExecutionException e) {
      throw cannotOpen(whose, port, e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while opening the " + whose + " port", e);
    }
    servers.add(server);
    return server.actualPort();
  }

  /**
   * Of "any free port" there is one for the owner and one for agents, each shared by its servers.
   */
  private SocketAddress address(String whose, int port) {
    String host = config.ports().host();
    return port == 0
        ? SocketAddress.sharedRandomPort(whose.equals(OWNER) ? 1 : 2, host)
        : SocketAddress.inetSocketAddress(port, host);
  }

  private RuntimeException cannotOpen(String whose, int port, Throwable why) {
    String where = config.ports().host() + ":" + port;
    String text =
        why instanceof BindException
            ? "the " + whose + " port " + where + " cannot be opened (is it in use?): "
            : "the " + whose + " port " + where + " cannot be opened: ";
    return new UncheckedIOException(text + why.getMessage(), new java.io.IOException(why));
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false)
        .setTcpNoDelay(true)
        .setAcceptBacklog(4_096)
        .setMaxInitialLineLength(4_096)
        .setMaxHeaderSize(16 << 10)
        .setMaxChunkSize(8 << 10)
        // Compressors keep a window each for every connection, idle or not.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setMaxWebSocketFrameSize(config.limits().frameBytesMax())
        .setMaxWebSocketMessageSize(config.limits().frameBytesMax())
        .setWebSocketClosingTimeout(2);
  }

  /**
   * Closes the ports to newcomers, lets endpoints say goodbye, and ends every connection; bounded
   * by {@code patience.stop}.
   */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    Duration within = config.patience().stop();
    visitors.refuseNewcomers();
    List<CompletableFuture<?>> goodbyes = new ArrayList<>();
    routes.stream().map(Route::endpoint).distinct().forEach(e -> goodbyes.add(e.stop(within)));
    await(CompletableFuture.allOf(goodbyes.toArray(CompletableFuture[]::new)), within);
    await(closed(HttpServer::close), within);
    await(vertx.close().toCompletionStage().toCompletableFuture(), within);
  }

  private CompletableFuture<?> closed(java.util.function.Function<HttpServer, Future<Void>> close) {
    return CompletableFuture.allOf(
        servers.stream()
            .map(server -> close.apply(server).toCompletionStage().toCompletableFuture())
            .toArray(CompletableFuture[]::new));
  }

  private static void await(CompletableFuture<?> end, Duration within) {
    try {
      end.get(within.toMillis() + 1_000, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn("not everything ended in time while closing the ports: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
