package dev.parley.hub;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.Agents;
import dev.parley.client.ClientEvents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.testkit.nats.NatsServers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Agents on hubs that share a store, when the hub they are on is killed with {@code kill -9}. How
 * long it takes is printed and left in {@code target/agents-move.csv}; {@code -Dparley.moves=20}
 * gives more figures.
 */
class AgentsMoveIT {
  private static final int MOVES = Integer.getInteger("parley.moves", 2);

  /** Far above what it takes, for machines that are busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int HUBS = 2;

  @TempDir Path directory;

  private NatsServers servers;
  private final HubProcess[] hubs = new HubProcess[HUBS];

  @BeforeEach
  void start() throws Exception {
    servers = NatsServers.alone(directory.resolve("nats"));
    for (int i = 0; i < HUBS; i++) {
      startHub(i);
    }
  }

  @AfterEach
  void stop() {
    for (HubProcess hub : hubs) {
      if (hub != null) {
        hub.close();
      }
    }
    servers.close();
  }

  private void startHub(int i) throws Exception {
    String[] options = {
      "--store", "nats", "--nats", servers.urls().getFirst(), "--set", "nats.replicas=1"
    };
    hubs[i] = HubProcess.start(directory.resolve("hub" + i), options);
    hubs[i].webSocket(); // it serves
  }

  private ParleyClient owner(int hub) throws Exception {
    return ParleyClient.connect(ClientOptions.owner(hubs[hub].ownerToken(), hubs[hub].webSocket()));
  }

  private String createAda() throws Exception {
    try (ParleyClient owner = owner(0)) {
      String token = owner.agents().create("ada", Agents.Details.NONE).token();
      for (int i = 1; i < HUBS; i++) {
        try (ParleyClient other = owner(i)) {
          await()
              .atMost(PATIENCE)
              .until(
                  () ->
                      other.agents().list(100, null).agents().stream()
                          .anyMatch(agent -> agent.agentId().equals("ada")));
        }
      }
      return token;
    }
  }

  @Test
  void anAgentReceivesAtAnotherHubWhatItHadNotAcknowledgedAtTheOneThatWasKilled() throws Exception {
    String token = createAda();
    List<String> figures = new ArrayList<>(List.of("connected ms,new message ms,pushed before ms"));
    for (int move = 0; move < MOVES; move++) {
      figures.add(move(token, move));
      System.out.println("move: " + figures.getFirst() + " = " + figures.getLast());
    }
    Files.write(Files.createDirectories(Path.of("target")).resolve("agents-move.csv"), figures);
  }

  private String move(String token, int number) throws Exception {
    BlockingQueue<URI> connected = new LinkedBlockingQueue<>();
    BlockingQueue<String> received = new LinkedBlockingQueue<>();
    Set<String> seen = ConcurrentHashMap.newKeySet();
    URI[] addresses = new URI[HUBS];
    for (int i = 0; i < HUBS; i++) {
      if (!hubs[i].process().isAlive()) {
        startHub(i); // the one that was killed last time
      }
      addresses[i] = hubs[i].webSocket();
    }
    ClientOptions options =
        ClientOptions.agent("ada", token, addresses)
            .withEvents(
                new ClientEvents() {
                  @Override
                  public void onConnected(URI address) {
                    connected.add(address);
                  }

                  @Override
                  public void onHandlerFailure(
                      dev.parley.client.message.Delivery delivery, Exception failure) {}
                });
    try (ParleyClient ada = ParleyClient.connect(options)) {
      ada.listen(
          Inbox.of("ada"),
          ListenOptions.MANUAL,
          delivery -> {
            String text = String.valueOf(delivery.message().content());
            received.add(text);
            if (text.startsWith("pushed") && seen.add(text)) {
              throw new IllegalStateException("not acknowledged");
            }
          });
      int first = indexOf(addresses, connected.take());
      int second = 1 - first;
      try (ParleyClient other = owner(second)) {
        other.send(Draft.to("ada").from("developer").content("pushed " + number));
        assertThat(received.poll(60, SECONDS)).isEqualTo("pushed " + number);

        hubs[first].kill();
        long killedAt = System.nanoTime();
        assertThat(connected.poll(60, SECONDS)).isEqualTo(addresses[second]);
        long connectedMillis = millisSince(killedAt);
        other.send(Draft.to("ada").from("developer").content("new " + number));
        long newMillis = -1;
        long againMillis = -1;
        while (newMillis < 0 || againMillis < 0) {
          String text = received.poll(60, SECONDS);
          assertThat(text).as("received after the hub was killed").isNotNull();
          newMillis = text.equals("new " + number) ? millisSince(killedAt) : newMillis;
          againMillis = text.equals("pushed " + number) ? millisSince(killedAt) : againMillis;
        }
        return connectedMillis + "," + newMillis + "," + againMillis;
      }
    }
  }

  private static int indexOf(URI[] addresses, URI address) {
    return List.of(addresses).indexOf(address);
  }

  private static long millisSince(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime).toMillis();
  }

  @Test
  void whoIsConnectedAtOneHubIsOnlineAtTheOtherAndOfflineOnceThatHubIsDead() throws Exception {
    String token = createAda();
    ClientOptions atTheFirst = ClientOptions.agent("ada", token, hubs[0].webSocket());
    try (ParleyClient _ = ParleyClient.connect(atTheFirst);
        ParleyClient other = owner(1)) {
      await().atMost(PATIENCE).until(() -> isOnline(other));
      await().atMost(PATIENCE).until(() -> rest(1).contains("\"online\":true"));

      hubs[0].kill();

      await().atMost(PATIENCE).until(() -> !isOnline(other));
      await().atMost(PATIENCE).until(() -> rest(1).contains("\"online\":false"));
    }
  }

  private static boolean isOnline(ParleyClient client) {
    return client.hub().presence().stream()
        .anyMatch(agent -> agent.agentId().equals("ada") && agent.online());
  }

  private String rest(int hub) throws Exception {
    String base = hubs[hub].webSocket().toString().replaceFirst("^ws", "http");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base.replaceFirst("/ws$", "/api/agents/ada")))
            .header("Authorization", "Bearer " + hubs[hub].ownerToken())
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
