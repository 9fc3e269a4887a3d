package dev.parley.bench.load;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * JetStream under the same load: one file stream with a subject an inbox, durable push consumers,
 * and acknowledgements that cover everything earlier, as the hub's {@code upTo} does. Slower, by 10
 * to 60 %, were: explicit acks, pull consumers, a stream a connection, a stream or a consumer an
 * inbox, and the client's {@code publishAsync}.
 */
public final class NatsLoad implements Load {
  private static final String STREAM = "bench";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String name;
  private final Workload workload;
  private final NatsConsumers consumers;
  private final Ledger ledger;
  private final List<Connection> connections = new ArrayList<>();
  private final List<NatsSender> senders = new ArrayList<>();

  private NatsLoad(String name, Workload workload, NatsConsumers consumers) {
    this.name = name;
    this.workload = workload;
    this.consumers = consumers;
    ledger = new Ledger(workload);
  }

  public static NatsLoad open(String name, int port, Workload workload, NatsConsumers consumers)
      throws Exception {
    var load = new NatsLoad(name, workload, consumers);
    try {
      load.connect("nats://127.0.0.1:" + port);
    } catch (Exception e) {
      load.close();
      throw e;
    }
    return load;
  }

  private void connect(String url) throws Exception {
    for (int i = 0; i < workload.connections(); i++) {
      Connection connection = Nats.connect(new Options.Builder().server(url).noReconnect().build());
      connections.add(connection);
      var sender = new NatsSender(i, connection, workload, consumers, ledger);
      senders.add(sender);
      sender.subscribe();
      connection.flush(PATIENCE);
    }
    JetStreamManagement management = connections.getFirst().jetStreamManagement();
    management.addStream(
        StreamConfiguration.builder()
            .name(STREAM)
            .subjects("inbox.*.*")
            .storageType(StorageType.File)
            .build());
    for (int consumer = 0; consumer < consumers.count(workload); consumer++) {
      management.addOrUpdateConsumer(
          STREAM,
          ConsumerConfiguration.builder()
              .durable("consumer-" + consumer)
              .filterSubject(consumers.filter(consumer, workload))
              .deliverSubject(NatsConsumers.deliverSubject(consumer))
              .deliverPolicy(DeliverPolicy.All)
              .ackPolicy(AckPolicy.All)
              .maxAckPending(workload.inFlightMax())
              .build());
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String setting() {
    return "file storage, jnats "
        + Nats.CLIENT_VERSION
        + ", one stream, "
        + consumers.count(workload)
        + " durable push consumers, ack policy all, acks of up to "
        + NatsSender.ackEvery(workload, consumers)
        + " or 1 ms";
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public void run(long messages) throws Exception {
    long each = workload.evenly(messages) / workload.connections();
    var done = new CountDownLatch(2);
    var progress = new Progress(each * workload.connections(), done);
    // All before any: the first sender reaches everybody's inboxes.
    senders.forEach(sender -> sender.prepare(progress));
    senders.forEach(sender -> sender.start(each));
    long reached = -1;
    long reachedAt = System.nanoTime();
    while (!done.await(1, TimeUnit.MILLISECONDS)) {
      senders.forEach(NatsSender::acknowledgeRest);
      if (progress.sum() != reached) {
        reached = progress.sum();
        reachedAt = System.nanoTime();
      } else if (System.nanoTime() - reachedAt > PATIENCE.toNanos()) {
        throw new TimeoutException("NATS stands still: " + progress + "; " + ledger);
      }
    }
    // Acknowledgements are not answered; a ping behind them is.
    for (Connection connection : connections) {
      connection.flush(PATIENCE);
    }
  }

  @Override
  public void close() throws InterruptedException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
