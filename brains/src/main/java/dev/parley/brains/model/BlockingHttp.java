package dev.parley.brains.model;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.parley.core.time.Timekeeper;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.TraceContext;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Speaks HTTP for LangChain4j on the thread that asks, so that an interrupt ends a call at any
 * moment, also while the other side is silent; what comes is passed on in order, on that thread.
 * Keeps what the library's own client forgets: when to try again. Follows no redirects, which would
 * take the key elsewhere, and logs nothing.
 */
final class BlockingHttp implements HttpClient, HttpClientBuilder {
  private static final long RESPONSE_BYTES_MAX = 16 << 20;
  private static final int ERROR_BYTES_MAX = 4 << 10;
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final java.net.http.HttpClient client;
  private final Timekeeper time;
  private final Duration callTime;

  BlockingHttp(java.net.http.HttpClient client, Timekeeper time, Duration callTime) {
    this.client = client;
    this.time = time;
    this.callTime = callTime;
  }

  /** One for all brains of a hub: connections are shared. */
  static java.net.http.HttpClient newClient() {
    return java.net.http.HttpClient.newBuilder()
        .version(java.net.http.HttpClient.Version.HTTP_1_1)
        .connectTimeout(CONNECT)
        .build();
  }

  /** What of a call has to be ended from outside when its time is over. */
  private static final class Running {
    private final AtomicReference<@Nullable AutoCloseable> part = new AtomicReference<>();
    private volatile boolean over;

    void at(AutoCloseable now) throws IOException {
      part.set(now);
      check();
    }

    void end() {
      over = true;
      AutoCloseable now = part.get();
      if (now != null) {
        try {
          now.close();
        } catch (Exception e) {
          // It is over either way.
        }
      }
    }

    void check() throws IOException {
      if (over) {
        throw new IOException("the endpoint took too long");
      }
    }
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    Running running = new Running();
    Timekeeper.Alarm alarm = time.after(callTime, running::end);
    try (InputStream body = open(request, running)) {
      return SuccessfulHttpResponse.builder()
          .statusCode(200)
          .body(new String(body.readAllBytes(), StandardCharsets.UTF_8))
          .build();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } finally {
      alarm.cancel();
    }
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    Running running = new Running();
    Timekeeper.Alarm alarm = time.after(callTime, running::end);
    try (InputStream body = open(request, running)) {
      parser.parse(body, listener);
      running.check();
      listener.onClose();
    } catch (IOException | EndpointFailure e) {
      listener.onError(e);
    } finally {
      alarm.cancel();
    }
  }

  /**
   * @throws EndpointFailure when it answers anything but success
   */
  private InputStream open(HttpRequest request, Running running) throws IOException {
    CompletableFuture<HttpResponse<InputStream>> sent =
        client.sendAsync(translated(request), BodyHandlers.ofInputStream());
    running.at(() -> sent.cancel(true));
    try {
      HttpResponse<InputStream> response = sent.get();
      InputStream body = new Bounded(response.body());
      running.at(body);
      if (response.statusCode() / 100 != 2) {
        try (body) {
          String said = new String(body.readNBytes(ERROR_BYTES_MAX), StandardCharsets.UTF_8);
          throw new EndpointFailure(response.statusCode(), said, retryAfter(response));
        }
      }
      return body;
    } catch (InterruptedException e) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("cancelled");
    } catch (CancellationException e) {
      throw new IOException("the endpoint took too long", e);
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e.getCause());
    }
  }

  private static java.net.http.HttpRequest translated(HttpRequest request) {
    java.net.http.HttpRequest.Builder builder =
        java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
    request
        .headers()
        .forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
    String traceparent = Current.span().traceparent();
    if (traceparent != null) {
      builder.setHeader(TraceContext.NAME, traceparent);
    }
    String body = request.body();
    return builder
        .method(
            request.method().name(),
            body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .build();
  }

  /** Seconds; the other form, a date, is of no use between clocks that differ. */
  private static @Nullable Duration retryAfter(HttpResponse<?> response) {
    List<String> said = response.headers().allValues("retry-after");
    try {
      return said.isEmpty() ? null : Duration.ofSeconds(Long.parseLong(said.getFirst().strip()));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Ends with an error rather than go on for ever. */
  private static final class Bounded extends FilterInputStream {
    private long left = RESPONSE_BYTES_MAX;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = super.read(target, offset, length);
      count(Math.max(0, read));
      return read;
    }

    private void count(int read) throws IOException {
      left -= read;
      if (left < 0) {
        throw new IOException("the endpoint says more than " + RESPONSE_BYTES_MAX + " bytes");
      }
    }
  }

  // ---- as its own builder: there is nothing to be set that is not set

  @Override
  public @Nullable Duration connectTimeout() {
    return null;
  }

  @Override
  public HttpClientBuilder connectTimeout(Duration timeout) {
    return this;
  }

  @Override
  public @Nullable Duration readTimeout() {
    return null;
  }

  @Override
  public HttpClientBuilder readTimeout(Duration timeout) {
    return this;
  }

  @Override
  public HttpClient build() {
    return this;
  }
}
