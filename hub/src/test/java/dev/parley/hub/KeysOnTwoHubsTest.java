package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.Agents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.hub.config.ConfigSources;
import dev.parley.identity.OwnerToken;
import dev.parley.testkit.nats.NatsServers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key is the same at every hub, and so is its end; what was signed is used up at all of them. */
class KeysOnTwoHubsTest {
  private static final int UNAUTHORIZED = 4401;
  private static final String KEYS = "/api/agents/ada/keys";

  /** The name that both have, as behind a proxy that chooses one of them. */
  private static final String SHARED_NAME = "hub.test";

  @TempDir Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private NatsServers servers;
  private Hub here;
  private Hub there;
  private String owner;
  private String token;
  private AdasKey key;

  @BeforeEach
  void start() throws Exception {
    servers = NatsServers.alone(directory.resolve("nats"));
    here = hub("here");
    there = hub("there");
    owner = OwnerToken.loadOrCreate(directory.resolve("here")).secret();
    try (ParleyClient client =
        ParleyClient.connect(
            ClientOptions.owner(owner, URI.create("ws://127.0.0.1:" + here.port() + "/ws")))) {
      token = client.agents().create("ada", Agents.Details.NONE).token();
    }
    key = new AdasKey(http);
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    there.close();
    here.close();
    servers.close();
  }

  private Hub hub(String name) throws IOException {
    Path data = Files.createDirectories(directory.resolve(name));
    return Hub.start(
        new ConfigSources()
            .read(
                data,
                Map.of(),
                Map.of(
                    "port", "0",
                    "agentPort", "0",
                    "store", "nats",
                    "http.hosts", SHARED_NAME,
                    "nats.servers", servers.urls().getFirst(),
                    "nats.replicas", "1")));
  }

  private void add(AdasKey added) {
    assertThat(
            added
                .send("POST", AdasKey.at(here.port(), KEYS), added.offer(), AdasKey.bearer(owner))
                .statusCode())
        .isEqualTo(201);
  }

  private JsonSocket loggedIn(Hub hub) throws Exception {
    JsonSocket socket = new JsonSocket(http, hub.port());
    JsonObject challenge =
        socket.ask("{\"type\":\"auth\",\"agentId\":\"ada\",\"keyId\":\"" + key.id() + "\"}");
    String text =
        "parley-login-v1\nagent: ada\nkey: %s\nhub: 127.0.0.1:%d\nnonce: %s\nexpires: %d"
            .formatted(
                key.id(),
                hub.port(),
                challenge.text("nonce", ""),
                challenge.number("expiresAt", 0));
    JsonObject answer =
        socket.ask("{\"type\":\"auth.answer\",\"signature\":\"" + key.signature(text) + "\"}");
    assertThat(answer.text("type", "")).as(answer.raw()).isEqualTo("auth.ok");
    return socket;
  }

  @Test
  void aKeyThatWasAddedAtOneHubIsGoodAtTheOtherAtOnce() throws Exception {
    add(key);
    assertThat(key.send("GET", AdasKey.at(there.port(), KEYS), "").body()).contains(key.id());
    assertThat(loggedIn(there).closed()).isNotDone();
  }

  @Test
  void whatOneHubHasTakenTheOtherDoesNotTake() throws Exception {
    add(key);
    for (List<Hub> order : List.of(List.of(here, there), List.of(there, here))) {
      Map<String, String> headers =
          key.signed("GET", URI.create("http://" + SHARED_NAME + KEYS), "");
      assertThat(AdasKey.get(order.getFirst().port(), SHARED_NAME, KEYS, headers))
          .startsWith("HTTP/1.1 200");
      assertThat(AdasKey.get(order.getLast().port(), SHARED_NAME, KEYS, headers))
          .startsWith("HTTP/1.1 401")
          .contains("used before");
    }
  }

  @Test
  void aKeyThatWasWithdrawnAtOneHubSignsNothingAtTheOtherFromThatMomentOn() throws IOException {
    add(key);
    for (int i = 0; i < 5; i++) {
      AdasKey other = new AdasKey(http);
      add(other);
      String own = KEYS + "/" + other.id();
      assertThat(other.send("DELETE", AdasKey.at(here.port(), own), "").statusCode())
          .isEqualTo(200);
      assertThat(other.send("GET", AdasKey.at(there.port(), KEYS), "").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aRotationAtOneHubClosesWhatTheOldKeyHasOpenedAtBothAndNothingElse() throws Exception {
    add(key);
    JsonSocket atHere = loggedIn(here);
    JsonSocket atThere = loggedIn(there);
    JsonSocket byToken = new JsonSocket(http, there.port());
    byToken.ask("{\"type\":\"auth\",\"agentId\":\"ada\",\"token\":\"" + token + "\"}");
    AdasKey next = new AdasKey(http);
    URI rotate = AdasKey.at(here.port(), KEYS + "/" + key.id() + "/rotate");

    long begun = System.nanoTime();
    assertThat(key.send("POST", rotate, next.offer()).statusCode()).isEqualTo(201);

    assertThat(atHere.closeCode()).isEqualTo(UNAUTHORIZED);
    assertThat(atThere.closeCode()).isEqualTo(UNAUTHORIZED);
    System.out.printf(
        "a rotated key: sockets at both hubs closed after %d ms%n",
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    assertThat(byToken.ask("{\"type\":\"ping\",\"requestId\":1}").raw())
        .contains("\"requestId\":1");
    assertThat(next.send("GET", AdasKey.at(there.port(), KEYS), "").statusCode()).isEqualTo(200);
    assertThat(key.send("GET", AdasKey.at(there.port(), KEYS), "").statusCode()).isEqualTo(401);
  }
}
