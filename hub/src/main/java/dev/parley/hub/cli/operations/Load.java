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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Messages through a running hub: so many connections send, each to an agent of its own that one
 * further connection listens for; all of them are gone afterwards.
 */
final class Load implements AutoCloseable {
  /** Long enough for any machine; a hub that takes longer for a message has lost it. */
  private static final Duration STALLED = Duration.ofSeconds(60);

  private final Cli cli;
  private final int messages;
  private final int connections;
  private final String text;
  private final String prefix = "bench-" + ProcessHandle.current().pid() + "-";
  private final List<ParleyClient> senders = new ArrayList<>();
  private final ParleyClient owner;
  private final Latencies accepted;
  private final Latencies arrived;
  private final CountDownLatch outstanding;
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
    this.outstanding = new CountDownLatch(messages);
    this.owner = cli.connect();
  }

  Result run() throws InterruptedException {
    try (var progress = new Progress(cli.console(), "messages", messages)) {
      for (int i = 0; i < connections; i++) {
        prepare(prefix + i, progress);
      }
      long start = System.nanoTime();
      List<CompletableFuture<Void>> sending = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        int share = messages / connections + (i < messages % connections ? 1 : 0);
        int sender = i;
        sending.add(
            CompletableFuture.runAsync(() -> send(sender, share), Thread::startVirtualThread));
      }
      CompletableFuture.allOf(sending.toArray(CompletableFuture[]::new)).join();
      double acceptedAfter = secondsSince(start);
      if (!outstanding.await(STALLED.toSeconds(), TimeUnit.SECONDS)) {
        throw CliError.failed(outstanding.getCount() + " messages did not arrive");
      }
      return new Result(acceptedAfter, secondsSince(start), accepted, arrived);
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
          outstanding.countDown();
        });
  }

  private void send(int sender, int share) {
    ParleyClient client = senders.get(sender);
    List<CompletableFuture<?>> receipts = new ArrayList<>(share);
    for (int i = 0; i < share && failure.get() == null; i++) {
      long before = System.nanoTime();
      Draft draft = Draft.to(prefix + sender).content(text).with("topic", Long.toString(before));
      receipts.add(
          client
              .sendAsync(draft)
              .whenComplete(
                  (Receipt receipt, Throwable failed) -> {
                    if (failed == null) {
                      accepted.add(System.nanoTime() - before);
                    } else {
                      failure.compareAndSet(null, failed);
                    }
                  }));
    }
    CompletableFuture.allOf(receipts.toArray(CompletableFuture[]::new))
        .exceptionally(_ -> null)
        .join();
    if (failure.get() instanceof ParleyException refusal) {
      throw refusal;
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
