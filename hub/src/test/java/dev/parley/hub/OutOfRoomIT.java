package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A hub without memory or without disk ends or refuses, and what it accepted is there again. */
class OutOfRoomIT {
  private static final int WINDOW = 32;
  private static final String BODY = "x".repeat(20_000);

  private final Set<Long> accepted = ConcurrentHashMap.newKeySet();
  private final Set<String> refusals = ConcurrentHashMap.newKeySet();
  private long number;

  @Test
  void aHubThatRanOutOfMemoryStartsAgainWithWhatItHad(@TempDir Path folder) throws Exception {
    Path data = folder.resolve("data");
    try (HubProcess hub =
        HubProcess.start(
            command -> {
              command.replaceAll(
                  word -> word.equals("dev.parley.hub.Main") ? MemoryEater.class.getName() : word);
              command.add(1, "-XX:+ExitOnOutOfMemoryError"); // as bin/parley has it
              return command;
            },
            data)) {
      Thread load = loadUntilItBreaks(hub);
      await().atMost(Duration.ofSeconds(60)).until(() -> accepted.size() >= 300);
      hub.process().getOutputStream().write('!');
      hub.process().getOutputStream().flush();
      assertThat(hub.process().waitFor(60, TimeUnit.SECONDS)).as(hub.output()).isTrue();
      load.join();
      assertThat(hub.output()).contains("OutOfMemoryError");
    }

    assertThat(found(data)).containsAll(accepted);
  }

  @Test
  void aHubThatIsKilledOnAFullDiskStartsAgainWithWhatItHad(@TempDir Path folder) throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    if (!runs("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", disk.toString())) {
      abort("a small disk cannot be mounted here: that needs root");
    }
    try {
      Path data = disk.resolve("data");
      try (HubProcess hub = HubProcess.start(data)) {
        Thread load = loadUntilItBreaks(hub);
        await().atMost(Duration.ofSeconds(120)).until(() -> !refusals.isEmpty());
        hub.kill();
        load.join();
      }
      assertThat(refusals).anyMatch(refusal -> refusal.contains("no space left"), "says why");

      try (HubProcess hub = HubProcess.start(data)) {
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> hub.output().contains("ready ") || !hub.process().isAlive());
        if (!hub.process().isAlive()) {
          assertThat(hub.output()).as("says why").containsIgnoringCase("space");
        }
      }
      runs("mount", "-o", "remount,size=256m", disk.toString());

      assertThat(found(data)).containsAll(accepted);
    } finally {
      runs("umount", "-l", disk.toString());
    }
  }

  private static boolean runs(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  private Thread loadUntilItBreaks(HubProcess hub) throws Exception {
    RawConnection sender = new RawConnection(hub.webSocket(), hub.ownerToken(), _ -> {});
    sender.ask("agent.create", request -> request.put("agentId", "ada"));
    return Thread.ofVirtual()
        .start(
            () -> {
              try (sender) {
                send(sender, hub.process());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void send(RawConnection sender, Process hub) throws InterruptedException {
    Semaphore inFlight = new Semaphore(WINDOW);
    while (hub.isAlive()) {
      if (!inFlight.tryAcquire(1, TimeUnit.SECONDS)) {
        continue;
      }
      long n = number++;
      sender
          .askLater(
              "msg.send",
              request -> {
                request.put("to", "ada").put("from", "load").put("echo", false);
                request.putObject("payload").put("n", n).put("body", BODY);
              })
          .whenComplete(
              (answer, failure) -> {
                if (failure == null && answer.get("type").asString().equals("msg.send.ok")) {
                  accepted.add(n);
                } else if (failure == null) {
                  refusals.add(answer.get("message").asString());
                }
                inFlight.release();
              });
    }
  }

  /** The numbers of all messages in the inbox, after another start. */
  private static Set<Long> found(Path data) throws Exception {
    Set<Long> numbers = new TreeSet<>();
    try (HubProcess hub = HubProcess.start(data);
        RawConnection reader = new RawConnection(hub.webSocket(), hub.ownerToken(), _ -> {})) {
      boolean more = true;
      while (more) {
        JsonNode page =
            reader.ask(
                "msg.receive",
                request -> {
                  request.put("agentId", "ada");
                  request.putObject("options").put("limit", 50);
                });
        page.get("messages").forEach(each -> numbers.add(each.at("/payload/n").asLong()));
        more = page.get("more").asBoolean();
      }
    }
    return numbers;
  }
}
