package dev.parley.traces;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends spans in batches, on a thread of its own, and forgets what cannot be sent. */
final class Exporter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Exporter.class);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
  private static final Duration CLOSING_MAX = Duration.ofSeconds(3);

  /** So long the first span of a batch waits for others. */
  private static final Duration LINGER = Duration.ofMillis(500);

  private static final int ATTEMPTS_MAX = 3;

  private final TracesConfig config;
  private final BlockingQueue<OtlpSpan> queue = new ArrayBlockingQueue<>(TracesConfig.QUEUE_MAX);
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(ANSWER_MAX)
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final LongAdder exported = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final Thread thread;
  private volatile boolean closing;
  private boolean failing;

  private Exporter(TracesConfig config) {
    this.config = config;
    this.thread = Thread.ofVirtual().name("parley-traces").unstarted(this::work);
  }

  static Exporter start(TracesConfig config) {
    Exporter exporter = new Exporter(config);
    exporter.thread.start();
    return exporter;
  }

  /** Any thread; never waits. */
  void add(OtlpSpan span) {
    if (closing || !queue.offer(span)) {
      dropped.increment();
    }
  }

  private void work() {
    try {
      List<OtlpSpan> batch = new ArrayList<>();
      while (!closing || !queue.isEmpty()) {
        gather(batch);
        if (!batch.isEmpty()) {
          send(batch);
          batch.clear();
        }
      }
    } catch (InterruptedException e) {
      dropped.add(queue.size());
    }
  }

  private void gather(List<OtlpSpan> batch) throws InterruptedException {
    OtlpSpan first = queue.poll(LINGER.toMillis(), TimeUnit.MILLISECONDS);
    if (first == null) {
      return;
    }
    batch.add(first);
    long until = System.nanoTime() + LINGER.toNanos();
    while (queue.drainTo(batch, TracesConfig.BATCH_MAX - batch.size()) >= 0
        && batch.size() < TracesConfig.BATCH_MAX
        && !closing) {
      OtlpSpan next = queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        return;
      }
      batch.add(next);
    }
  }

  private void send(List<OtlpSpan> batch) throws InterruptedException {
    byte[] body = Otlp.request(config, batch);
    for (int attempt = 1; ; attempt++) {
      String failure = failure(body);
      if (failure == null) {
        exported.add(batch.size());
        failing = false;
        return;
      }
      if (attempt == ATTEMPTS_MAX || closing) {
        dropped.add(batch.size());
        if (!failing) {
          // Once until it works again: a receiver that is away is no news every few seconds.
          LOG.warn("traces cannot be sent to {}: {}", config.endpoint(), failure);
        }
        failing = true;
        return;
      }
      Thread.sleep(Duration.ofSeconds(1L << (attempt - 1)));
    }
  }

  /** Why it was not taken, or null. */
  private @Nullable String failure(byte[] body) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(config.endpoint())
            .timeout(ANSWER_MAX)
            .header("Content-Type", "application/x-protobuf")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    try {
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      return status / 100 == 2 ? null : "it answered " + status;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  long exported() {
    return exported.sum();
  }

  long dropped() {
    return dropped.sum();
  }

  @Override
  public void close() {
    closing = true;
    try {
      if (!thread.join(CLOSING_MAX)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    client.shutdownNow();
  }
}
