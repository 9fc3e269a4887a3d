package dev.parley.testkit.traces;

import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Takes OTLP over HTTP, in protobuf, on 127.0.0.1. */
public final class TraceCollector implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<CollectedSpan> spans = new CopyOnWriteArrayList<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile @Nullable CountDownLatch held;

  private TraceCollector(HttpServer server) {
    this.server = server;
  }

  public static TraceCollector start() {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      TraceCollector collector = new TraceCollector(http);
      http.createContext("/v1/traces", collector::handle);
      http.setExecutor(collector.threads);
      http.start();
      return collector;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without a path. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** From now on it answers with this. */
  public TraceCollector answering(int newStatus) {
    status = newStatus;
    return this;
  }

  /** From now on it does not answer before this is open. */
  public TraceCollector holding(CountDownLatch until) {
    held = until;
    return this;
  }

  /** Everything that was taken, in the order in which it came. */
  public List<CollectedSpan> spans() {
    return List.copyOf(spans);
  }

  public List<CollectedSpan> spans(String name) {
    return spans.stream().filter(span -> span.name().equals(name)).toList();
  }

  /** What was wrong with requests. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      CountDownLatch latch = held;
      if (latch != null) {
        latch.await();
      }
      if (status == 200) {
        take(exchange, body);
      }
      byte[] answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(HttpExchange exchange, byte[] body) {
    if (!"application/x-protobuf".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
      problems.add("the content type is wrong");
    }
    try {
      ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(body);
      request
          .getResourceSpansList()
          .forEach(
              resource -> {
                if (!resource.getUnknownFields().asMap().isEmpty()) {
                  problems.add("a field is unknown: " + resource.getUnknownFields());
                }
                resource
                    .getScopeSpansList()
                    .forEach(
                        scope ->
                            scope
                                .getSpansList()
                                .forEach(span -> spans.add(CollectedSpan.of(resource, span))));
              });
    } catch (InvalidProtocolBufferException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
