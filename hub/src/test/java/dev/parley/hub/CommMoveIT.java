package dev.parley.hub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.Agents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.ReceivedMessage;
import dev.parley.testkit.nats.NatsServers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two hubs of one cluster take part in a loop of a third: one of them runs the plugin, and when it
 * is killed with {@code kill -9} the other goes on where it was.
 */
class CommMoveIT {
  private static final String LOCAL = "loop/lab/#general";
  private static final String REMOTE = "comm/gateway/lab/#general";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private final String bot = UUID.randomUUID().toString();
  private final List<HubProcess> cluster = new ArrayList<>();
  private final List<ParleyClient> clients = new ArrayList<>();
  private NatsServers servers;
  private HubProcess joined;
  private ParleyClient ann;

  @BeforeEach
  void start() throws Exception {
    joined = HubProcess.start(directory.resolve("joined"));
    ann = owner(joined);
    require(ask(joined, "POST", "/api/loops", "{\"name\":\"Lab\"}"));
    for (String agent : List.of("ann", bot)) {
      ann.agents().create(agent, Agents.Details.NONE);
      require(ask(joined, "PUT", "/api/loops/lab/members/" + agent, "{}"));
    }
    String token = ann.agents().token(bot);
    servers = NatsServers.alone(directory.resolve("nats"));
    for (int i = 0; i < 2; i++) {
      cluster.add(
          HubProcess.start(
              directory.resolve("hub" + i),
              Stream.concat(
                      Stream.of("--store", "nats", "--nats", servers.urls().getFirst()),
                      Stream.of(
                              "nats.replicas=1",
                              "comm.enabled=true",
                              "comm.gateway=" + joined.webSocket(),
                              "comm.apiServer=" + api(joined),
                              "comm.botId=" + bot,
                              "comm.token=" + token)
                          .flatMap(each -> Stream.of("--set", each)))
                  .toArray(String[]::new)));
      cluster.getLast().webSocket(); // it serves
    }
  }

  @AfterEach
  void stop() {
    clients.forEach(ParleyClient::close);
    http.shutdownNow();
    cluster.forEach(HubProcess::close);
    joined.close();
    if (servers != null) {
      servers.close();
    }
  }

  private ParleyClient owner(HubProcess hub) throws Exception {
    URI address = hub.webSocket(); // once it serves there is a token
    ParleyClient client = ParleyClient.connect(ClientOptions.owner(hub.ownerToken(), address));
    clients.add(client);
    return client;
  }

  private static String api(HubProcess hub) throws Exception {
    return hub.webSocket().toString().replaceFirst("^ws(.*)/ws$", "http$1");
  }

  private HttpResponse<String> ask(HubProcess hub, String method, String path, String body)
      throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(api(hub) + path))
            .header("Authorization", "Bearer " + hub.ownerToken())
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body, UTF_8))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static void require(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
  }

  private boolean isConnected(HubProcess hub) throws Exception {
    String body = ask(hub, "GET", "/api/comm", "").body();
    return JsonMapper.shared().readTree(body).path("state").asString("").equals("connected");
  }

  private static void say(ParleyClient hub, String from, String path, List<String> texts) {
    texts.forEach(
        text -> {
          var _ = hub.send(Draft.toPath(path).from(from).content(text));
        });
  }

  private static List<String> numbered(String word, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> word + " " + i).toList();
  }

  private static List<String> heardUntil(ParleyClient hub, String agent, String last) {
    List<String> all = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              hub.mailbox(Inbox.of(agent)).receive(100).messages().stream()
                  .map(ReceivedMessage::content)
                  .forEach(all::add);
              return all.contains(last);
            });
    return all;
  }

  @Test
  void whenTheHubWithTheTurnIsKilledTheOtherGoesOnAndNothingIsLostOrDoubled() throws Exception {
    await()
        .atMost(PATIENCE)
        .until(() -> isConnected(cluster.getFirst()) || isConnected(cluster.getLast()));
    boolean isFirst = isConnected(cluster.getFirst());
    HubProcess running = isFirst ? cluster.getFirst() : cluster.getLast();
    HubProcess waiting = isFirst ? cluster.getLast() : cluster.getFirst();
    assertThat(isConnected(waiting)).as("one at a time").isFalse();
    ParleyClient bob = owner(waiting);
    bob.agents().create("bob", Agents.Details.NONE);
    bob.mailbox(Inbox.of("bob")).subscribe("comm/gateway/**");
    say(ann, "ann", LOCAL, numbered("there", 0, 20));
    say(bob, "bob", REMOTE, numbered("back", 0, 20));

    running.kill();

    say(ann, "ann", LOCAL, numbered("there", 20, 40));
    say(bob, "bob", REMOTE, numbered("back", 20, 40));
    await().atMost(PATIENCE).until(() -> isConnected(waiting));
    say(ann, "ann", LOCAL, List.of("last there"));
    say(bob, "bob", REMOTE, List.of("last back"));

    assertThat(heardUntil(bob, "bob", "last there").stream().filter(each -> each.contains("there")))
        .containsExactlyElementsOf(with(numbered("there", 0, 40), "last there"));
    assertThat(heardUntil(ann, "ann", "last back"))
        .containsExactlyElementsOf(with(numbered("back", 0, 40), "last back"));
  }

  private static List<String> with(List<String> texts, String last) {
    return Stream.concat(texts.stream(), Stream.of(last)).toList();
  }
}
