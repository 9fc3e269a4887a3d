package dev.parley.hub.doors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many bots of the gateway talk in many channels at once. {@code -Dparley.gateway.bots=2000},
 * {@code .channels=200} and {@code .messages=20000} make more of each.
 */
class GatewayLoadTest {
  private static final int BOTS = Integer.getInteger("parley.gateway.bots", 200);
  private static final int CHANNELS = Integer.getInteger("parley.gateway.channels", 20);
  private static final int MESSAGES = Integer.getInteger("parley.gateway.messages", 2_000);
  private static final int EACH = MESSAGES / BOTS;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void nothingIsLostDoubledOrOvertaken(@TempDir Path folder) throws Exception {
    try (HubUnderTest hub = HubUnderTest.start(folder);
        HttpClient http = HttpClient.newHttpClient()) {
      List<LoadBot> bots = new ArrayList<>();
      for (int i = 0; i < BOTS; i++) {
        LoadBot bot = new LoadBot(i, i % CHANNELS);
        bot.connect(http, hub.ownerSocket(), hub.ownerToken());
        bots.add(bot);
      }
      until(() -> bots.stream().allMatch(LoadBot::isIn));
      RestCalls owner = new RestCalls(http, hub.port(), hub.ownerToken());
      for (int i = 0; i < CHANNELS; i++) {
        owner.json("POST", "/api/loops", Map.of("name", "loop" + i));
      }
      for (LoadBot bot : bots) {
        owner.json("PUT", "/api/loops/loop" + bot.channel + "/members/" + bot.id, Map.of());
      }
      until(() -> bots.stream().allMatch(LoadBot::hasJoined));

      for (int k = 0; k < EACH; k++) {
        bots.forEach(LoadBot::say);
      }

      int wanted = (BOTS / CHANNELS - 1) * EACH;
      until(() -> bots.stream().allMatch(bot -> bot.heard.size() >= wanted));
      bots.forEach(LoadBot::mark);
      until(() -> bots.stream().allMatch(LoadBot::isAnswered));
      for (LoadBot bot : bots) {
        assertThat(bot.trouble()).isEmpty();
        bot.requireEachOnceInOrder();
        bot.requireAll(
            bots.stream().filter(each -> each.channel == bot.channel && each != bot).toList(),
            EACH);
      }
      bots.forEach(LoadBot::hangUp);
    }
  }

  private static void until(Callable<Boolean> holds) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(holds);
  }
}
