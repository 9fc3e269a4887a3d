package dev.parley.bench.load;

import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The same load through the Java client that users get: it gives every message an id, makes and
 * reads all JSON, and acknowledges as it sees fit.
 */
public final class ClientLoad implements Load {
  private static final long STALL_NANOS = 30_000_000_000L;

  private final String name;
  private final Workload workload;
  private final Ledger ledger;
  private final ControlClient control;
  private final List<ClientSender> senders = new ArrayList<>();

  private ClientLoad(String name, Workload workload, ControlClient control) {
    this.name = name;
    this.workload = workload;
    this.control = control;
    ledger = new Ledger(workload);
  }

  /** Creates the agents, connects, authenticates and listens. */
  public static ClientLoad open(String name, int port, String token, Workload workload)
      throws IOException {
    var load = new ClientLoad(name, workload, ControlClient.open(port, token));
    try {
      load.control.callAll(load.inboxes("{\"type\":\"agent.create\",\"agentId\":\"%s\"}"));
      for (int i = 0; i < workload.connections(); i++) {
        load.senders.add(ClientSender.open(i, port, token, workload, load.ledger));
      }
    } catch (IOException | RuntimeException e) {
      load.close();
      throw e;
    }
    return load;
  }

  private List<String> inboxes(String request) {
    return IntStream.range(0, workload.inboxes())
        .mapToObj(inbox -> request.formatted(HubLoad.agent(inbox)))
        .toList();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String setting() {
    return "the Java client, `sendAsync` with an id for every message, manual listeners";
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
    senders.forEach(sender -> sender.prepare(progress));
    senders.forEach(sender -> sender.start(each));
    long reached = -1;
    long reachedAt = System.nanoTime();
    while (!done.await(100, TimeUnit.MILLISECONDS)) {
      for (ClientSender sender : senders) {
        sender.failIfBroken();
      }
      if (progress.sum() != reached) {
        reached = progress.sum();
        reachedAt = System.nanoTime();
      } else if (System.nanoTime() - reachedAt > STALL_NANOS) {
        throw new TimeoutException(name + " stands still: " + progress + "; " + ledger);
      }
    }
    awaitAcknowledged();
  }

  /** The client does not tell when the hub has its acknowledgements; the hub does. */
  private void awaitAcknowledged() throws IOException, TimeoutException {
    List<String> requests = inboxes("{\"type\":\"stats\",\"agentId\":\"%s\"}");
    long deadline = System.nanoTime() + STALL_NANOS;
    while (control.callAll(requests).stream().anyMatch(ClientLoad::waits)) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(name + ": not everything was acknowledged");
      }
    }
  }

  private static boolean waits(JsonNode answer) {
    return answer.get("inbox").get("pending").asLong() > 0;
  }

  @Override
  public void close() throws IOException {
    senders.forEach(ClientSender::close);
    control.close();
  }
}
