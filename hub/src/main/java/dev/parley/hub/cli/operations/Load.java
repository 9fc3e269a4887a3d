package dev.parley.hub.cli.operations;

import dev.parley.client.Agents;
import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.output.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Messages through a running hub: so many connections send, each to an agent of its own that one
 * further connection listens for; all of them are gone afterwards.
 */
final class Load implements AutoCloseable {
  /** A hub that makes no progress for so long has lost something. */
  private static final int STALLED_SECONDS = 60;

  private final Cli cli;
  private final int messages;
  private final int connections;
  private final String text;
  private final String prefix = "bench-" + ProcessHandle.current().pid() + "-";
  private final List<ParleyClient> senders = new ArrayList<>();
  private final ParleyClient owner;
  private final Latencies accepted;
  private final Latencies arrived;
  private final CountDownLatch unaccepted;
  private final CountDownLatch unheard;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** What was measured, in seconds from the first send. */
  record Result(double acceptedAfter, double arrivedAfter, Latencies accepted, Latencies arrived) {}

  Load(Cli cli, int messages, int connections, int size) {
    this.cli = cli;
    this.messages = messages;
    this.connections = connections;
    this.text = "x".repeat(size);
    this.accepted = new Latencies(messages);
    this.arrived = new Latencies(messages);
    this.unaccepted = new CountDownLatch(messages);
    this.unheard = new CountDownLatch(messages);
    this.owner = cli.connect();
  }

  Result run() throws InterruptedException {
    try (var progress = new Progress(cli.console(), "messages", messages)) {
      for (int i = 0; i < connections; i++) {
        prepare(prefix + i, progress);
      }
      long start = System.nanoTime();
      for (int i = 0; i < connections; i++) {
        int share = messages / connections + (i < messages % connections ? 1 : 0);
        int sender = i;
        Thread.startVirtualThread(() -> send(sender, share));
      }
      await(unaccepted, "accepted");
      double acceptedAfter = secondsSince(start);
      await(unheard, "delivered");
      return new Result(acceptedAfter, secondsSince(start), accepted, arrived);
    }
  }

  private void await(CountDownLatch latch, String what) throws InterruptedException {
    long left = latch.getCount();
    int idleSeconds = 0;
    while (!latch.await(1, TimeUnit.SECONDS)) {
      if (failure.get() instanceof ParleyException refusal) {
        throw refusal;
      }
      idleSeconds = latch.getCount() == left ? idleSeconds + 1 : 0;
      left = latch.getCount();
      if (idleSeconds == STALLED_SECONDS) {
        throw CliError.failed(left + " messages were not " + what);
      }
    }
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private void prepare(String agent, Progress progress) {
    owner.agents().create(agent, Agents.Details.NONE);
    senders.add(cli.connect());
    owner.listen(
        Inbox.of(agent),
        ListenOptions.AUTO.window(10_000),
        delivery -> {
          String sentAt = delivery.message().json().text("topic", "0");
          progress.at(arrived.add(System.nanoTime() - Long.parseLong(sentAt)));
          unheard.countDown();
        });
  }

  private void send(int sender, int share) {
    ParleyClient client = senders.get(sender);
    for (int i = 0; i < share && failure.get() == null; i++) {
      long before = System.nanoTime();
      Draft draft = Draft.to(prefix + sender).content(text).with("topic", Long.toString(before));
      var _ =
          client
              .sendAsync(draft)
              .whenComplete(
                  (Receipt receipt, Throwable failed) -> {
                    if (failed == null) {
                      accepted.add(System.nanoTime() - before);
                      unaccepted.countDown();
                    } else {
                      failure.compareAndSet(null, failed);
                    }
                  });
    }
  }

  @Override
  public void close() {
    senders.forEach(ParleyClient::close);
    for (int i = 0; i < senders.size(); i++) {
      owner.agents().delete(prefix + i);
    }
    owner.close();
  }
}
