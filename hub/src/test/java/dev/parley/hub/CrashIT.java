package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.parley.testkit.disk.ForgetfulDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What the hub acknowledged outlives {@code kill -9} in the middle of load, failed fsyncs and
 * losses of power. {@code -Dparley.crashes=50} and {@code -Dparley.seed=7} make it longer and
 * different.
 */
class CrashIT {
  private static final List<String> INBOXES = List.of("ada", "bob", "cid", "dot");
  private static final int CRASHES = Integer.getInteger("parley.crashes", 5);
  private static final long SEED = Long.getLong("parley.seed", 42);

  /** Numbers of messages, across all lives of the hub. */
  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();

  private final Set<Long> received = ConcurrentHashMap.newKeySet();
  private final Set<Long> receiptAcknowledged = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> newest = new ConcurrentHashMap<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private long number;

  @Test
  void nothingAcknowledgedIsMissingNothingAcknowledgedReceivedComesAgainAndOrderHolds(
      @TempDir Path data) throws Exception {
    crashAgainAndAgain(data, _ -> {}, () -> {});
  }

  /** An fsync fails in the middle of load, and the machine loses its power with the hub. */
  @Test
  void theSameHoldsWhenAnFsyncFailsAndPowerIsLost(@TempDir Path folder) throws Exception {
    try (ForgetfulDisk disk = ForgetfulDisk.mount(Files.createDirectory(folder.resolve("disk")))) {
      crashAgainAndAgain(
          disk.folder().resolve("data"),
          random -> {
            if (random.nextBoolean()) {
              disk.failSync(1 + random.nextInt(100));
            }
          },
          () -> {
            disk.heal();
            disk.losePower(SEED + number);
          });
    } catch (ForgetfulDisk.Impossible e) {
      abort(e.getMessage());
    }
  }

  private void crashAgainAndAgain(Path data, Consumer<Random> underLoad, Runnable afterTheKill)
      throws Exception {
    Random random = new Random(SEED);
    for (int life = 0; life < CRASHES; life++) {
      try (HubProcess hub = HubProcess.start(data)) {
        int acceptedBefore = acknowledged.size();
        int goal = acceptedBefore + 200 + random.nextInt(3_000);
        Thread load = loadUntilItBreaks(hub, life == 0);
        underLoad.accept(random);
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> acknowledged.size() >= goal || !load.isAlive());
        hub.kill();
        load.join();
        afterTheKill.run();
      }
    }
    try (HubProcess hub = HubProcess.start(data);
        RawConnection receiver = listenTo(hub)) {
      await().atMost(Duration.ofSeconds(60)).until(() -> received.containsAll(acknowledged));
      assertThat(hub.terminate(5)).as(hub.output()).isIn(0, 143);
    }
    assertThat(violations).as("seed %d", SEED).isEmpty();
    assertThat(acknowledged.size()).isGreaterThan(CRASHES * 100);
    assertThat(received).containsAll(acknowledged);
  }

  private Thread loadUntilItBreaks(HubProcess hub, boolean first) throws Exception {
    RawConnection sender = new RawConnection(hub.webSocket(), hub.ownerToken(), _ -> {});
    if (first) {
      for (String inbox : INBOXES) {
        sender.ask("agent.create", request -> request.put("agentId", inbox));
      }
    }
    RawConnection receiver = listenTo(hub);
    return Thread.ofVirtual()
        .start(
            () -> {
              try (sender;
                  receiver) {
                send(sender, hub.process());
              }
            });
  }

  private void send(RawConnection sender, Process hub) {
    Semaphore inFlight = new Semaphore(128);
    while (hub.isAlive()) {
      try {
        if (!inFlight.tryAcquire(1, TimeUnit.SECONDS)) {
          continue;
        }
      } catch (InterruptedException e) {
        return;
      }
      long n = number++;
      String to = INBOXES.get((int) (n % INBOXES.size()));
      sender
          .askLater(
              "msg.send",
              request -> {
                request.put("to", to).put("from", "load").put("echo", false);
                request.putObject("payload").put("n", n);
              })
          .whenComplete(
              (answer, failure) -> {
                inFlight.release();
                if (failure == null && answer.get("type").asString().equals("msg.send.ok")) {
                  acknowledged.add(n);
                }
              });
    }
  }

  private RawConnection listenTo(HubProcess hub) throws Exception {
    RawConnection[] self = new RawConnection[1];
    self[0] = new RawConnection(hub.webSocket(), hub.ownerToken(), frame -> onPush(self, frame));
    List<JsonNode> answers = new ArrayList<>();
    for (String inbox : INBOXES) {
      answers.add(
          self[0].ask("msg.listen", request -> request.put("agentId", inbox).put("ack", "manual")));
    }
    assertThat(answers).allMatch(answer -> answer.get("type").asString().equals("msg.listen.ok"));
    return self[0];
  }

  private void onPush(RawConnection[] connection, JsonNode frame) {
    if (!frame.get("type").asString().equals("msg.push")) {
      return;
    }
    String inbox = frame.get("agentId").asString();
    long n = frame.get("message").get("payload").get("n").asLong();
    if (receiptAcknowledged.contains(n)) {
      violations.add(n + " came again to " + inbox + " after its receipt was acknowledged");
    }
    if (received.add(n) && newest.merge(inbox, n, Math::max) != n) {
      violations.add(n + " came to " + inbox + " for the first time after " + newest.get(inbox));
    }
    connection[0]
        .askLater(
            "msg.ack",
            request ->
                request
                    .put("agentId", inbox)
                    .putArray("ids")
                    .add(frame.get("message").get("id").asString()))
        .whenComplete(
            (answer, failure) -> {
              if (failure == null && answer.get("type").asString().equals("msg.ack.ok")) {
                receiptAcknowledged.add(n);
              }
            });
  }
}
