package dev.parley.bench.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The same load through the gateway: as many connections, each a bot, and a conversation of two
 * bots in the place of each inbox. A message goes in at one connection and comes out at the other
 * of its conversation. The protocol confirms no message, so a connection has as many on their way
 * as it could have unconfirmed elsewhere: until they are delivered. One thread drives all of them.
 */
public final class GatewayLoad implements Load {
  /** Without any progress for this long, something is stuck. */
  private static final long STALL_NANOS = 30_000_000_000L;

  /** An acknowledgement waits at most this long for its batch to fill. */
  private static final long ACK_NANOS = 1_000_000L;

  private final String name;
  private final Workload workload;
  private final Ledger ledger;
  private final Selector selector;
  private final List<GatewaySender> senders = new ArrayList<>();

  /** Who says nothing for a minute is cut off, and other loads have their turns as well. */
  private final ScheduledExecutorService pings =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  private long sent;

  private GatewayLoad(String name, Workload workload, List<List<Integer>> conversationsOf)
      throws IOException {
    this.name = name;
    this.workload = workload;
    this.ledger = new Ledger(conversationsOf, workload.inboxes());
    this.selector = Selector.open();
  }

  /** Registers the bots and makes their conversations. */
  public static GatewayLoad open(String name, int port, String token, Workload workload)
      throws IOException {
    List<List<Integer>> conversationsOf = new ArrayList<>();
    for (int bot = 0; bot < workload.connections(); bot++) {
      conversationsOf.add(new ArrayList<>());
    }
    for (int i = 0; i < workload.inboxes(); i++) {
      conversationsOf.get(first(i, workload)).add(i);
      conversationsOf.get(second(i, workload)).add(i);
    }
    var load = new GatewayLoad(name, workload, conversationsOf);
    try {
      List<String> bots = new ArrayList<>();
      for (int i = 0; i < workload.connections(); i++) {
        bots.add(UUID.randomUUID().toString());
        load.senders.add(GatewaySender.open(load, i, bots.get(i), port, token));
      }
      for (int i = 0; i < workload.inboxes(); i++) {
        GatewaySender one = load.senders.get(first(i, workload));
        GatewaySender other = load.senders.get(second(i, workload));
        String conversation = one.join(bots.get(other.number()), "load" + i);
        one.takesPart(i, conversation);
        other.takesPart(i, conversation);
      }
      for (GatewaySender sender : load.senders) {
        sender.begin().register(load.selector, SelectionKey.OP_READ, sender);
      }
    } catch (IOException | RuntimeException e) {
      load.close();
      throw e;
    }
    var _ = load.pings.scheduleAtFixedRate(load::ping, 15, 15, TimeUnit.SECONDS);
    return load;
  }

  private synchronized void ping() {
    for (GatewaySender sender : senders) {
      try {
        sender.connection().out().ping();
        sender.connection().flush();
      } catch (IOException e) {
        // The next round says so.
      }
    }
  }

  /** Spread so that all bots take part in as many, and no two always talk to each other. */
  private static int first(int conversation, Workload workload) {
    return conversation % workload.connections();
  }

  private static int second(int conversation, Workload workload) {
    int others = workload.connections() - 1;
    int step = 1 + conversation / workload.connections() % others;
    return (first(conversation, workload) + step) % workload.connections();
  }

  Workload workload() {
    return workload;
  }

  GatewaySender sender(int number) {
    return senders.get(number);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String setting() {
    return "the gateway protocol, %d conversations of two bots each, ACKs of up to %d or 1 ms, no limits of speed"
        .formatted(workload.inboxes(), workload.ackEvery());
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public synchronized void run(long messages) throws IOException {
    long each = workload.evenly(messages) / workload.connections();
    long target = sent + each * workload.connections();
    senders.forEach(sender -> sender.sendMore(each));
    long progressAt = System.nanoTime();
    long ackedAt = progressAt;
    pump(true);
    while (delivered() < target) {
      long before = delivered();
      selector.select(GatewayLoad::onReady, 1);
      long now = System.nanoTime();
      boolean ackAll = now - ackedAt >= ACK_NANOS;
      if (ackAll) {
        ackedAt = now;
      }
      pump(ackAll);
      if (delivered() != before) {
        progressAt = now;
      } else {
        requireProgress(now - progressAt);
      }
    }
    settle();
  }

  /**
   * Returns when everything that was acknowledged is durable: a stream that is new is made in a
   * commit of its own, behind the two steps of an acknowledgement.
   */
  private void settle() throws IOException {
    for (int i = 0; i < 2; i++) {
      senders.forEach(GatewaySender::ask);
      pump(true);
      long start = System.nanoTime();
      while (senders.stream().anyMatch(GatewaySender::isAsking)) {
        selector.select(GatewayLoad::onReady, 1);
        pump(true);
        requireProgress(System.nanoTime() - start);
      }
    }
  }

  private void requireProgress(long nanosWithout) throws IOException {
    if (nanosWithout > STALL_NANOS) {
      throw new IOException(
          "%s stands still: sent %d, delivered %d; %s".formatted(name, sent, delivered(), ledger));
    }
  }

  private long delivered() {
    return senders.stream().mapToLong(GatewaySender::delivered).sum();
  }

  private static void onReady(SelectionKey key) {
    if (key.isReadable()) {
      ((GatewaySender) key.attachment()).onReadable();
    }
  }

  /** Acknowledges, sends what the windows allow and flushes, once for everything that came in. */
  private void pump(boolean ackAll) throws IOException {
    for (GatewaySender sender : senders) {
      sender.failIfBroken();
      sender.acknowledge(ackAll);
      sent += sender.send();
      int interest =
          sender.connection().flush()
              ? SelectionKey.OP_READ
              : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
      SelectionKey key = sender.connection().channel().keyFor(selector);
      if (key.interestOps() != interest) {
        key.interestOps(interest);
      }
    }
  }

  @Override
  public void close() throws IOException {
    pings.shutdownNow();
    for (GatewaySender sender : senders) {
      sender.connection().close();
    }
    selector.close();
  }
}
