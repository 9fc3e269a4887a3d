package dev.parley.hub.doors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Many bots of the gateway talk in many channels at once. {@code -Dparley.gateway.bots=2000},
 * {@code .channels=200} and {@code .messages=20000} make more of each.
 */
class GatewayLoadTest {
  private static final int BOTS = Integer.getInteger("parley.gateway.bots", 200);
  private static final int CHANNELS = Integer.getInteger("parley.gateway.channels", 20);
  private static final int MESSAGES = Integer.getInteger("parley.gateway.messages", 2_000);
  private static final int MEMBERS = BOTS / CHANNELS;
  private static final int EACH = MESSAGES / BOTS;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final int HEADER = 47;
  private static final int CONNECT = 1;
  private static final int AUTH_OK = 2;
  private static final int JOIN = 4;
  private static final int SEND = 6;
  private static final int DELIVERY = 7;

  private static final AtomicInteger HEARD = new AtomicInteger();

  /** What came, in its order. */
  private record Heard(long seq, String text) {}

  /** A client that reads no more of a frame than this test needs. */
  private static final class Bot implements WebSocket.Listener {
    final String id = UUID.randomUUID().toString();
    final int channel;
    final Queue<Heard> heard = new ConcurrentLinkedQueue<>();
    volatile boolean isIn;
    volatile boolean isAnswered;
    volatile String conversation = "";
    volatile String trouble = "";
    private final WebSocket socket;
    private ByteBuffer partial = ByteBuffer.allocate(0);

    Bot(HttpClient http, URI address, String token, int channel) {
      this.channel = channel;
      this.socket = http.newWebSocketBuilder().buildAsync(address, this).join();
      say(CONNECT, Map.of("botId", id, "token", token));
    }

    void say(int type, Map<String, ?> members) {
      byte[] payload = Json.write(members).getBytes(UTF_8);
      ByteBuffer frame = ByteBuffer.allocate(HEADER + payload.length);
      frame.put((byte) 1).put((byte) type).put((byte) 0).putInt(payload.length);
      frame.position(HEADER);
      socket.sendBinary(frame.put(payload).flip(), true).join();
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
      ByteBuffer whole = ByteBuffer.allocate(partial.remaining() + data.remaining());
      partial = whole.put(partial).put(data).flip();
      if (last) {
        onFrame(partial);
        partial = ByteBuffer.allocate(0);
      }
      from.request(1);
      return null;
    }

    private void onFrame(ByteBuffer frame) {
      JsonNode json = Json.parse(new String(frame.array(), HEADER, frame.limit() - HEADER, UTF_8));
      switch (frame.get(1)) {
        case AUTH_OK -> isIn = true;
        case JOIN -> {
          if (json.has("channelId")) {
            conversation = json.path("conversationId").asString();
          } else if (json.path("stream").asString("").equals("mark")) {
            isAnswered = true;
          }
        }
        case DELIVERY -> {
          heard.add(new Heard(frame.getLong(39), json.path("content").path("text").asString()));
          HEARD.incrementAndGet();
        }
        default -> {
          if (frame.get(1) != 12) {
            trouble = "a frame of type " + frame.get(1);
          }
        }
      }
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      trouble = "closed with " + code + " " + reason;
      return null;
    }
  }

  @Test
  void nothingIsLostDoubledOrOvertaken(@TempDir Path folder) throws Exception {
    HEARD.set(0);
    try (HubUnderTest hub = HubUnderTest.start(folder);
        HttpClient http = HttpClient.newHttpClient()) {
      List<Bot> bots = new ArrayList<>();
      for (int i = 0; i < BOTS; i++) {
        bots.add(new Bot(http, hub.ownerSocket(), hub.ownerToken(), i % CHANNELS));
      }
      until(() -> bots.stream().allMatch(bot -> bot.isIn));
      RestCalls owner = new RestCalls(http, hub.port(), hub.ownerToken());
      for (int i = 0; i < CHANNELS; i++) {
        owner.json("POST", "/api/loops", Map.of("name", "loop" + i));
      }
      for (Bot bot : bots) {
        owner.json("PUT", "/api/loops/loop" + bot.channel + "/members/" + bot.id, Map.of());
      }
      until(() -> bots.stream().noneMatch(bot -> bot.conversation.isEmpty()));

      for (int k = 0; k < EACH; k++) {
        for (Bot bot : bots) {
          Map<String, String> content = Map.of("text", bot.id + " " + k);
          bot.say(
              SEND,
              Map.of("conversationId", bot.conversation, "stream", "channel", "content", content));
        }
      }

      until(() -> HEARD.get() >= BOTS * (MEMBERS - 1) * EACH);
      bots.forEach(bot -> bot.say(JOIN, Map.of("botId", bot.id, "stream", "mark")));
      until(() -> bots.stream().allMatch(bot -> bot.isAnswered));
      bots.forEach(bot -> hasHeardAll(bot, bots));
      bots.forEach(bot -> bot.socket.abort());
    }
  }

  private static void until(Callable<Boolean> holds) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(holds);
  }

  private static void hasHeardAll(Bot bot, List<Bot> bots) {
    assertThat(bot.trouble).isEmpty();
    Map<String, Integer> next = new HashMap<>();
    bots.stream()
        .filter(each -> each.channel == bot.channel && each != bot)
        .forEach(each -> next.put(each.id, 0));
    long seq = 0;
    for (Heard heard : bot.heard) {
      assertThat(heard.seq()).as("number in the conversation").isGreaterThan(seq);
      seq = heard.seq();
      String[] words = heard.text().split(" ");
      assertThat(next).as("who may be heard").containsKey(words[0]);
      assertThat(Integer.parseInt(words[1]))
          .as("the next of its sender")
          .isEqualTo(next.get(words[0]));
      next.merge(words[0], 1, Integer::sum);
    }
    assertThat(next.values()).hasSize(MEMBERS - 1).containsOnly(EACH);
  }
}
