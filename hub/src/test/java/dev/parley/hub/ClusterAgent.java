package dev.parley.hub;

import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import tools.jackson.databind.JsonNode;

/**
 * Sends to one inbox through whatever hub there is, receives from it through another, and keeps
 * account. A connection that breaks is made again elsewhere.
 */
final class ClusterAgent implements AutoCloseable {
  private static final int IN_FLIGHT_MAX = 32;

  private final String inbox;
  private final AtomicReferenceArray<HubProcess> hubs;
  private final Random random;
  private final Set<Long> accepted = ConcurrentHashMap.newKeySet();
  private final Set<Long> receiptAcknowledged = ConcurrentHashMap.newKeySet();
  private final Set<Long> received = ConcurrentHashMap.newKeySet();
  private final Queue<Long> order = new ConcurrentLinkedQueue<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private volatile String state = "has not begun";
  private volatile String trouble = "no trouble";
  private volatile boolean sending = true;
  private volatile boolean closed;
  private long number;

  ClusterAgent(String inbox, AtomicReferenceArray<HubProcess> hubs, long seed) {
    this.inbox = inbox;
    this.hubs = hubs;
    this.random = new Random(seed);
  }

  String name() {
    return inbox;
  }

  void start() {
    Thread.ofPlatform().daemon().name("sender-" + inbox).start(() -> again(this::send));
    Thread.ofPlatform().daemon().name("receiver-" + inbox).start(() -> again(this::receive));
  }

  /** What it is at, and what went wrong last: for whoever wonders why nothing gets through. */
  @Override
  public String toString() {
    return inbox + ": " + state + ", " + accepted.size() + " accepted, last " + trouble;
  }

  int accepted() {
    return accepted.size();
  }

  void stopSending() {
    sending = false;
  }

  Set<Long> missing() {
    Set<Long> missing = new TreeSet<>(accepted);
    missing.removeAll(received);
    return missing;
  }

  /** What was accepted must have come in the order it was sent. */
  List<String> violations() {
    long before = -1;
    for (long n : order) {
      if (accepted.contains(n)) {
        if (n < before) {
          violations.add(inbox + ": " + n + " came after " + before);
        }
        before = n;
      }
    }
    return List.copyOf(violations);
  }

  private interface Work {
    void on(HubProcess hub) throws Exception;
  }

  private void again(Work work) {
    while (!closed) {
      try {
        HubProcess hub = hubs.get(nextHub());
        if (hub.process().isAlive()) {
          work.on(hub);
        }
      } catch (Exception e) {
        trouble = e.toString(); // The hub went away: on to another one.
      }
      pause();
    }
  }

  private synchronized int nextHub() {
    return random.nextInt(hubs.length());
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(HubProcess hub) throws Exception {
    Semaphore room = new Semaphore(IN_FLIGHT_MAX);
    boolean[] broken = {false};
    state = "sends through " + hub.webSocket();
    try (RawConnection sender = new RawConnection(hub.webSocket(), hub.ownerToken(), _ -> {})) {
      while (sending && !closed && !broken[0] && hub.process().isAlive()) {
        if (!room.tryAcquire(1, TimeUnit.SECONDS)) {
          state = "waits for answers from " + hub.webSocket();
          continue;
        }
        long n = number++;
        var _ =
            sender
                .askLater(
                    "msg.send",
                    request -> {
                      request.put("to", inbox).put("from", "load").put("echo", false);
                      request.putObject("payload").put("n", n);
                    })
                .whenComplete(
                    (answer, failure) -> {
                      room.release();
                      if (failure == null && answer.get("type").asString().equals("msg.send.ok")) {
                        accepted.add(n);
                      } else {
                        trouble = failure == null ? answer.toString() : failure.toString();
                        broken[0] = true; // later ones must not overtake: begin anew
                      }
                    });
      }
      // What is under way is answered or lost before another connection is made.
      room.tryAcquire(IN_FLIGHT_MAX, 30, TimeUnit.SECONDS);
    }
  }

  private void receive(HubProcess hub) throws Exception {
    RawConnection[] self = new RawConnection[1];
    try (RawConnection receiver =
        new RawConnection(hub.webSocket(), hub.ownerToken(), frame -> onPush(self[0], frame))) {
      self[0] = receiver;
      receiver.ask("msg.listen", request -> request.put("agentId", inbox).put("ack", "manual"));
      while (!closed && hub.process().isAlive()) {
        receiver.ask("ping", _ -> {});
        pause();
      }
    }
  }

  private void onPush(RawConnection connection, JsonNode frame) {
    if (!frame.get("type").asString().equals("msg.push")) {
      return;
    }
    long n = frame.get("message").get("payload").get("n").asLong();
    if (receiptAcknowledged.contains(n)) {
      violations.add(inbox + ": " + n + " came again after its receipt was acknowledged");
    }
    if (received.add(n)) {
      order.add(n);
    }
    String id = frame.get("message").get("id").asString();
    var _ =
        connection
            .askLater("msg.ack", request -> request.put("agentId", inbox).putArray("ids").add(id))
            .whenComplete(
                (answer, failure) -> {
                  if (failure == null && answer.get("type").asString().equals("msg.ack.ok")) {
                    receiptAcknowledged.add(n);
                  }
                });
  }

  @Override
  public void close() {
    closed = true;
  }
}
