package dev.parley.testkit.model;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Answers like the endpoints of model providers, on 127.0.0.1. What is next in the script is done
 * first; without a script a function decides; without that every request gets the same words. What
 * real clients add (headers, queries, further members) is taken and noted.
 */
public final class ModelServer implements AutoCloseable {
  private static final int REQUESTS_MAX = 10_000;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<ModelWire> wires;
  private final Deque<ModelReply> script = new ArrayDeque<>();
  private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();
  private volatile Function<ModelRequest, ModelReply> otherwise = _ -> ModelReply.text("Hello.");

  private ModelServer(HttpServer server, List<ModelWire> wires) {
    this.server = server;
    this.wires = wires;
  }

  /**
   * @param more further protocols beside those that are here
   */
  public static ModelServer start(ModelWire... more) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      List<ModelWire> wires =
          Stream.concat(
                  Stream.of(more),
                  Stream.of(new AnthropicWire(), new OpenAiWire(), new OllamaWire()))
              .toList();
      ModelServer server = new ModelServer(http, wires);
      http.createContext("/", server::handle);
      http.setExecutor(server.threads);
      http.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without a path: what providers call the base URL has {@code /v1} behind it. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** These are done next, one for each request. */
  public synchronized ModelServer then(ModelReply... replies) {
    script.addAll(List.of(replies));
    return this;
  }

  /** Decides about all requests for which nothing is in the script. */
  public ModelServer answering(Function<ModelRequest, ModelReply> function) {
    otherwise = function;
    return this;
  }

  /** All that came, in order. */
  public List<ModelRequest> requests() {
    return Collections.unmodifiableList(requests);
  }

  public ModelRequest last() {
    return requests.getLast();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      ModelRequest request = read(exchange);
      ModelWire wire =
          wires.stream()
              .filter(each -> each.serves(exchange.getRequestURI().getPath()))
              .findFirst()
              .orElse(null);
      if (wire == null || !exchange.getRequestMethod().equals("POST")) {
        send(exchange, 404, "application/json", "{\"error\":{\"message\":\"no such endpoint\"}}");
        return;
      }
      if (requests.size() < REQUESTS_MAX) {
        requests.add(request);
      }
      switch (next(request)) {
        case ModelReply.Said said -> say(exchange, wire, request, said);
        case ModelReply.Refusal refusal -> {
          if (refusal.retryAfter() >= 0) {
            exchange.getResponseHeaders().set("Retry-After", "" + refusal.retryAfter());
          }
          send(exchange, refusal.status(), "application/json", wire.refusal(refusal));
        }
        case ModelReply.Cut(ModelReply.Said said, int events) -> {
          List<String> all = wire.stream(request, said);
          // A promise of a length that is not kept: the client sees a connection that broke.
          exchange.getResponseHeaders().set("Content-Type", wire.streamType());
          exchange.sendResponseHeaders(200, 1 << 20);
          write(exchange.getResponseBody(), all.subList(0, Math.min(events, all.size())));
        }
        case ModelReply.Hang(ModelReply.Said said, int events, CountDownLatch until) -> {
          List<String> all = wire.stream(request, said);
          if (events < 0) {
            until.await();
          }
          int before = Math.clamp(events, 0, all.size());
          OutputStream out = open(exchange, wire);
          write(out, all.subList(0, before));
          if (events >= 0) {
            until.await();
          }
          write(out, all.subList(before, all.size()));
        }
      }
    } catch (IOException e) {
      // The client has gone, which tests do on purpose.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized ModelReply next(ModelRequest request) {
    ModelReply scripted = script.poll();
    return scripted != null ? scripted : otherwise.apply(request);
  }

  private static ModelRequest read(HttpExchange exchange) throws IOException {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
    return new ModelRequest(
        exchange.getRequestURI().toString(),
        headers,
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
  }

  private static void say(
      HttpExchange exchange, ModelWire wire, ModelRequest request, ModelReply.Said said)
      throws IOException {
    if (request.isStreaming()) {
      write(open(exchange, wire), wire.stream(request, said));
    } else {
      send(exchange, 200, "application/json", wire.whole(request, said));
    }
  }

  private static OutputStream open(HttpExchange exchange, ModelWire wire) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", wire.streamType());
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  private static void write(OutputStream out, List<String> events) throws IOException {
    for (String event : events) {
      out.write(event.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    var _ = threads.shutdownNow(); // interrupts what hangs
  }
}
