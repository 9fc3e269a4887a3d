package dev.parley.bench.load;

import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The hub under load: every connection sends to all inboxes in turn and listens to its share of
 * them with manual acknowledgement, so a message goes in at one connection and comes out at
 * another. One thread drives all of them.
 */
public final class HubLoad implements Load {
  /** Without any progress for this long, something is stuck. */
  private static final long STALL_NANOS = 30_000_000_000L;

  /** An acknowledgement waits at most this long for its batch to fill. */
  private static final long ACK_NANOS = 1_000_000L;

  private final String name;
  private final Workload workload;
  private final boolean inConversations;
  private final Ledger ledger;
  private final Selector selector;
  private final List<HubSender> senders = new ArrayList<>();

  private long sent;
  private long confirmed;
  private long acknowledged;

  private HubLoad(String name, Workload workload, boolean inConversations) throws IOException {
    this.name = name;
    this.workload = workload;
    this.inConversations = inConversations;
    ledger = new Ledger(workload);
    selector = Selector.open();
  }

  /** Creates the agents, connects, authenticates and listens. */
  public static HubLoad open(String name, int port, String token, Workload workload)
      throws IOException {
    return open(name, port, token, workload, false);
  }

  /**
   * The same; each message has a text beside its payload and names a conversation, one for each
   * inbox, and so is filed there as well: what a message of the gateway is.
   */
  public static HubLoad inConversations(String name, int port, String token, Workload workload)
      throws IOException {
    return open(name, port, token, workload, true);
  }

  private static HubLoad open(
      String name, int port, String token, Workload workload, boolean inConversations)
      throws IOException {
    try (var control = ControlClient.open(port, token)) {
      control.callAll(
          IntStream.range(0, workload.inboxes())
              .mapToObj(i -> "{\"type\":\"agent.create\",\"agentId\":\"%s\"}".formatted(agent(i)))
              .toList());
    }
    var load = new HubLoad(name, workload, inConversations);
    try {
      for (int i = 0; i < workload.connections(); i++) {
        var sender = HubSender.open(i, port, token, workload, load.ledger, inConversations);
        load.senders.add(sender);
        sender.connection().channel().register(load.selector, SelectionKey.OP_READ, sender);
      }
    } catch (IOException | RuntimeException e) {
      load.close();
      throw e;
    }
    return load;
  }

  static String agent(int inbox) {
    return "agent-%03d".formatted(inbox);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String setting() {
    return "JSON over /ws%s, manual listeners, `upTo` acks of up to %d or 1 ms"
        .formatted(
            inConversations ? ", each message with a text and a conversation" : "",
            workload.ackEvery());
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public void run(long messages) throws IOException {
    long each = workload.evenly(messages) / workload.connections();
    long target = sent + each * workload.connections();
    senders.forEach(sender -> sender.sendMore(each));
    long progressAt = System.nanoTime();
    long ackedAt = progressAt;
    pump(false);
    while (confirmed < target || acknowledged < target) {
      selector.select(key -> onReady((HubSender) key.attachment(), key), 1);
      long now = System.nanoTime();
      long before = confirmed + acknowledged;
      boolean ackAll = now - ackedAt >= ACK_NANOS;
      if (ackAll) {
        ackedAt = now;
      }
      pump(ackAll);
      if (confirmed + acknowledged != before) {
        progressAt = now;
      } else if (now - progressAt > STALL_NANOS) {
        throw new IOException(
            "%s stands still: sent %d, confirmed %d, acknowledged %d of %d; %s"
                .formatted(name, sent, confirmed, acknowledged, target, ledger));
      }
    }
  }

  private static void onReady(HubSender sender, SelectionKey key) {
    if (key.isReadable()) {
      sender.onReadable();
    }
  }

  /** Acknowledges, sends what the windows allow and flushes, once for everything that came in. */
  private void pump(boolean ackAll) throws IOException {
    confirmed = 0;
    acknowledged = 0;
    for (HubSender sender : senders) {
      sender.failIfBroken();
      confirmed += sender.confirmed();
      acknowledged += sender.acknowledged();
    }
    for (HubSender sender : senders) {
      sender.acknowledge(ackAll);
      sent += sender.send();
      int interest =
          sender.flush() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
      SelectionKey key = sender.connection().channel().keyFor(selector);
      if (key.interestOps() != interest) {
        key.interestOps(interest);
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (HubSender sender : senders) {
      sender.connection().close();
    }
    selector.close();
  }
}
