package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.hub.doors.LoadBot;
import dev.parley.testkit.nats.NatsServers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bots of the gateway at two hubs that share a store, one of which is killed with {@code kill -9}
 * while they talk. {@code -Dparley.gateway.bots=2000}, {@code .channels=200} and {@code
 * .messages=20000} make more of each.
 */
class GatewayMoveIT {
  private static final int BOTS = Integer.getInteger("parley.gateway.bots", 40);
  private static final int CHANNELS = Integer.getInteger("parley.gateway.channels", 4);
  private static final int MESSAGES = Integer.getInteger("parley.gateway.messages", 800);
  private static final int EACH = MESSAGES / BOTS;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** So many come, or are put into their channel, at a time. */
  private static final int ABREAST = 64;

  private static final Duration PING = Duration.ofSeconds(15);
  private static final int KILLED = 0;
  private static final int LEFT = 1;

  @TempDir Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private final HubProcess[] hubs = new HubProcess[2];
  private final List<LoadBot> bots = new CopyOnWriteArrayList<>();
  private NatsServers servers;

  /** Very many take longer to gather than a bot may be silent. */
  private final ScheduledExecutorService pings =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  @BeforeEach
  void start() throws Exception {
    servers = NatsServers.alone(directory.resolve("nats"));
    for (int i = 0; i < hubs.length; i++) {
      hubs[i] =
          HubProcess.start(
              directory.resolve("hub" + i),
              "--store",
              "nats",
              "--nats",
              servers.urls().getFirst(),
              "--set",
              "nats.replicas=1");
      hubs[i].webSocket(); // it serves
    }
    var _ =
        pings.scheduleAtFixedRate(
            () -> bots.forEach(LoadBot::ping),
            PING.toMillis(),
            PING.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  @AfterEach
  void stop() {
    pings.shutdownNow();
    bots.forEach(LoadBot::hangUp);
    http.shutdownNow();
    for (HubProcess hub : hubs) {
      if (hub != null) {
        hub.close();
      }
    }
    servers.close();
  }

  private void connect(LoadBot bot, int hub) throws Exception {
    bot.connect(http, hubs[hub].webSocket(), hubs[hub].ownerToken());
  }

  private void connectAll(List<LoadBot> all, Function<LoadBot, Integer> hubOf) throws Exception {
    for (int from = 0; from < all.size(); from += ABREAST) {
      List<LoadBot> some = all.subList(from, Math.min(from + ABREAST, all.size()));
      List<CompletableFuture<Void>> coming = new ArrayList<>();
      for (LoadBot bot : some) {
        HubProcess hub = hubs[hubOf.apply(bot)];
        coming.add(bot.come(http, hub.webSocket(), hub.ownerToken()));
      }
      coming.forEach(CompletableFuture::join);
      until(() -> some.stream().allMatch(LoadBot::isIn));
    }
  }

  private void ask(String method, String path, String body) throws Exception {
    requireDone(asked(method, path, body).join());
  }

  private static void requireDone(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
  }

  private CompletableFuture<HttpResponse<String>> asked(String method, String path, String body)
      throws Exception {
    String base = hubs[LEFT].webSocket().toString().replaceFirst("^ws(.*)/ws$", "http$1");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Authorization", "Bearer " + hubs[LEFT].ownerToken())
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
  }

  private static void until(Callable<Boolean> holds) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(holds);
  }

  private void gather() throws Exception {
    for (int i = 0; i < BOTS; i++) {
      bots.add(new LoadBot(i, i % CHANNELS));
    }
    connectAll(bots, bot -> moves(bot) ? KILLED : LEFT);
    for (int i = 0; i < CHANNELS; i++) {
      ask("POST", "/api/loops", "{\"name\":\"loop" + i + "\"}");
    }
    for (int from = 0; from < BOTS; from += ABREAST) {
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (LoadBot bot : bots.subList(from, Math.min(from + ABREAST, BOTS))) {
        answers.add(asked("PUT", "/api/loops/loop" + bot.channel + "/members/" + bot.id, "{}"));
      }
      answers.forEach(each -> requireDone(each.join()));
    }
    until(() -> bots.stream().allMatch(LoadBot::hasJoined));
  }

  /** Of each channel some are at either hub. */
  private static boolean moves(LoadBot bot) {
    return bot.number / CHANNELS % 2 == 0;
  }

  @Test
  void acknowledgingBotsLoseNothingWhenTheirHubIsKilled() throws Exception {
    long begun = System.nanoTime();
    gather();
    System.out.printf("gateway: %d bots are in their channels after %d ms%n", BOTS, since(begun));
    for (int k = 0; k < EACH / 2; k++) {
      bots.forEach(LoadBot::say);
      bots.forEach(LoadBot::acknowledge);
    }
    until(() -> bots.stream().allMatch(bot -> bot.heardOnce() > EACH / 2));
    bots.forEach(LoadBot::acknowledge);

    System.out.printf("gateway: half is heard after %d ms%n", since(begun));

    hubs[KILLED].kill();
    long killedAt = System.nanoTime();
    for (int k = EACH / 2; k < EACH; k++) {
      bots.forEach(LoadBot::say);
    }
    List<LoadBot> moving = bots.stream().filter(GatewayMoveIT::moves).toList();
    until(() -> moving.stream().allMatch(LoadBot::isGone));
    connectAll(moving, _ -> LEFT);
    System.out.printf(
        "gateway: %d bots are in again after %d ms%n", moving.size(), since(killedAt));
    // Nobody tells them what the killed hub had taken of what they said.
    moving.forEach(LoadBot::repeatAll);

    int wanted = (BOTS / CHANNELS - 1) * EACH;
    until(
        () -> {
          bots.forEach(LoadBot::acknowledge);
          return bots.stream().allMatch(bot -> bot.heardOnce() >= wanted);
        });
    System.out.printf("gateway: everything is heard after %d ms%n", since(killedAt));
    int again = 0;
    for (LoadBot bot : bots) {
      again += bot.heard.size() - bot.heardOnce();
      bot.requireAll(
          bots.stream().filter(each -> each.channel == bot.channel && each != bot).toList(), EACH);
      if (!moving.contains(bot)) {
        bot.requireEachOnceInOrder();
      }
    }
    System.out.printf("gateway: %d of %d came again%n", again, (long) BOTS * wanted);
  }

  private static long since(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime).toMillis();
  }

  @Test
  void aConnectionAtTheOtherHubTakesThePlaceOfTheOneBefore() throws Exception {
    LoadBot old = new LoadBot(0, 0);
    LoadBot speaker = new LoadBot(1, 0);
    bots.addAll(List.of(old, speaker));
    connect(old, KILLED);
    connect(speaker, LEFT);
    until(() -> bots.stream().allMatch(LoadBot::isIn));
    ask("POST", "/api/loops", "{\"name\":\"loop0\"}");
    for (LoadBot bot : bots) {
      ask("PUT", "/api/loops/loop0/members/" + bot.id, "{}");
    }
    until(() -> bots.stream().allMatch(LoadBot::hasJoined));
    for (int i = 0; i < 20; i++) {
      speaker.say();
    }
    until(() -> !old.heard.isEmpty());

    LoadBot fresh = new LoadBot(old);
    bots.add(fresh);
    connect(fresh, LEFT);
    for (int i = 0; i < 20; i++) {
      speaker.say();
    }

    until(old::isGone);
    assertThat(old.trouble()).startsWith("closed with 4001");
    until(() -> old.heard.size() + fresh.heard.size() >= 40);
    fresh.mark();
    until(fresh::isAnswered);
    // It has never acknowledged: what was written at the one hub is not written at the other.
    List<String> all = new ArrayList<>();
    old.heard.forEach(each -> all.add(each.text()));
    fresh.heard.forEach(each -> all.add(each.text()));
    List<String> said = new ArrayList<>();
    for (int k = 0; k < 40; k++) {
      said.add("1 " + k);
    }
    assertThat(all).containsExactlyElementsOf(said);
  }
}
