package dev.parley.hub.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.Agents;
import dev.parley.client.message.Draft;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Whoever dies while it waits, whatever it waits through and however it dies: another one that
 * waits as the same agent sees every message. {@code -Dparley.test.deadWaiterSeeds=50} tries many
 * moments.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeadWaitersIT {
  private static final int SEEDS = Integer.getInteger("parley.test.deadWaiterSeeds", 2);
  private static final int ROUNDS_MAX = 60;

  private HubUnderTest hub;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    Map<String, String> soon = Map.of("port", "0", "agentPort", "0", "mcp.showAgainMs", "300");
    hub = HubUnderTest.start(folder, soon);
  }

  @AfterAll
  void stop() {
    hub.close();
  }

  static Stream<Arguments> cases() {
    return Stream.of(DyingWaiter.Way.values())
        .flatMap(
            way ->
                Stream.of(DyingWaiter.Death.values())
                    .filter(way::knows)
                    .flatMap(
                        death ->
                            IntStream.range(0, SEEDS)
                                .mapToObj(seed -> Arguments.of(way, death, seed))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyMessageIsSeen(DyingWaiter.Way way, DyingWaiter.Death death, int seed) throws Exception {
    Random random = new Random(seed);
    String agent = "w-" + way.ordinal() + "-" + death.ordinal() + "-" + seed;
    String token = hub.house().agents().create(agent, Agents.Details.NONE).token();
    Set<String> sent = new HashSet<>();
    try (DyingWaiter waiter = DyingWaiter.waiting(way, death, hub, agent, token)) {
      int before = random.nextInt(2);
      for (int i = 0; i < before; i++) {
        sent.add(send(agent, "before " + i));
      }
      Thread dying = Thread.ofVirtual().start(() -> waiter.die());
      boolean atTheSameTime = random.nextBoolean();
      if (!atTheSameTime) {
        dying.join();
      }
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        sent.add(send(agent, "after " + i));
      }
      dying.join();
      assertThat(seenBy(token, sent.size())).containsAll(sent);
    }
  }

  private String send(String agent, String content) {
    hub.house().send(Draft.to(agent).content(content));
    return content;
  }

  private Set<String> seenBy(String token, int all) {
    Set<String> seen = new HashSet<>();
    try (var http = HttpClient.newHttpClient()) {
      McpStreamable survivor =
          new McpStreamable(http, hub.agentPort(), token, McpGeneration.MODERN);
      for (int round = 0; round < ROUNDS_MAX && seen.size() < all; round++) {
        JsonNode got = survivor.tool("wait_for_messages", Map.of("seconds", 1, "markAsRead", true));
        got.path("messages").forEach(message -> seen.add(message.path("content").asString()));
      }
    }
    return seen;
  }
}
