package dev.parley.hub.doors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.databind.JsonNode;

/**
 * A bot of the gateway in a channel, that reads no more of a frame than a load needs. It says its
 * number and how many it has said. One thread acts; what it hears comes on others.
 */
public final class LoadBot implements WebSocket.Listener {
  private static final int HEADER = 47;
  private static final int ID_AT = 7;
  private static final int SEQ_AT = 39;
  private static final int CONNECT = 1;
  private static final int AUTH_OK = 2;
  private static final int JOIN = 4;
  private static final int SEND = 6;
  private static final int DELIVERY = 7;
  private static final int ACK = 8;
  private static final int REPLAY = 12;

  /** What came, in its order. */
  public record Heard(long seq, String text) {}

  public final String id;
  public final int number;
  public final int channel;
  public final Queue<Heard> heard = new ConcurrentLinkedQueue<>();
  private final Set<String> once = ConcurrentHashMap.newKeySet();
  private final List<UUID> said = new ArrayList<>();
  private volatile boolean in;
  private volatile boolean answered;
  private volatile boolean gone;
  private volatile String conversation = "";
  private volatile String trouble = "";
  private volatile long seq;
  private long acked;
  private volatile WebSocket socket;
  private ByteBuffer partial = ByteBuffer.allocate(0);

  public LoadBot(int number, int channel) {
    this(number, channel, UUID.randomUUID().toString());
  }

  /** Another connection of the same bot. */
  public LoadBot(LoadBot same) {
    this(same.number, same.channel, same.id);
  }

  private LoadBot(int number, int channel, String id) {
    this.number = number;
    this.channel = channel;
    this.id = id;
  }

  /** Comes, or comes back. */
  public void connect(HttpClient http, URI address, String token) {
    come(http, address, token).join();
  }

  /** The same, while others come as well. */
  public CompletableFuture<Void> come(HttpClient http, URI address, String token) {
    in = false;
    gone = false;
    partial = ByteBuffer.allocate(0);
    return http.newWebSocketBuilder()
        .buildAsync(address, this)
        .thenAccept(
            open -> {
              socket = open;
              say(CONNECT, new UUID(0, 0), Map.of("botId", id, "token", token));
            });
  }

  /** As clients do every 15 seconds: who says nothing for a minute is cut off. */
  public void ping() {
    if (in && !gone) {
      var _ = socket.sendPing(ByteBuffer.allocate(0));
    }
  }

  public void hangUp() {
    socket.abort();
  }

  public boolean isIn() {
    return in;
  }

  /** Has it been told of its channel? */
  public boolean hasJoined() {
    return !conversation.isEmpty();
  }

  public boolean isAnswered() {
    return answered;
  }

  /** Has its connection ended? */
  public boolean isGone() {
    return gone;
  }

  public String trouble() {
    return trouble;
  }

  // ---- saying

  private void say(int type, UUID messageId, Map<String, ?> members) {
    byte[] payload = Json.write(members).getBytes(UTF_8);
    ByteBuffer frame = ByteBuffer.allocate(HEADER + payload.length);
    frame.put((byte) 1).put((byte) type).put((byte) 0).putInt(payload.length);
    frame.position(ID_AT);
    frame.putLong(messageId.getMostSignificantBits()).putLong(messageId.getLeastSignificantBits());
    frame.position(HEADER);
    try {
      socket.sendBinary(frame.put(payload).flip(), true).join();
    } catch (CompletionException e) {
      gone = true; // what was said may be lost
    }
  }

  /** Says the next. */
  public void say() {
    said.add(UUID.randomUUID());
    repeat(said.size() - 1);
  }

  /** Says everything again, under the ids that it had: the hub knows what it has. */
  public void repeatAll() {
    for (int k = 0; k < said.size(); k++) {
      repeat(k);
    }
  }

  private void repeat(int k) {
    Map<String, String> content = Map.of("text", number + " " + k);
    say(
        SEND,
        said.get(k),
        Map.of("conversationId", conversation, "stream", "channel", "content", content));
  }

  public void acknowledge() {
    long highest = seq;
    if (highest > acked && in && !gone) {
      acked = highest;
      say(ACK, new UUID(0, 0), Map.of("conversationId", conversation, "ackedSeq", highest));
    }
  }

  /** Answered when everything before has been. */
  public void mark() {
    say(JOIN, new UUID(0, 0), Map.of("botId", id, "stream", "mark"));
  }

  // ---- hearing

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
      case AUTH_OK -> in = true;
      case JOIN -> {
        if (json.has("channelId")) {
          conversation = json.path("conversationId").asString();
        } else if (json.path("stream").asString("").equals("mark")) {
          answered = true;
        }
      }
      case DELIVERY -> {
        Heard next = new Heard(frame.getLong(SEQ_AT), json.path("content").path("text").asString());
        heard.add(next);
        once.add(next.text());
        seq = Math.max(seq, next.seq());
      }
      default -> {
        if (frame.get(1) != REPLAY) {
          trouble = "a frame of type " + frame.get(1);
        }
      }
    }
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    trouble = "closed with " + code + " " + reason;
    gone = true;
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    gone = true;
  }

  // ---- checking

  /** How much it has heard, each once. */
  public int heardOnce() {
    return once.size();
  }

  /**
   * It has heard everything of these, in the order of the conversation and of each speaker, and
   * under one number each.
   */
  public void requireAll(List<LoadBot> others, int each) {
    Map<Long, String> bySeq = new TreeMap<>();
    for (Heard next : heard) {
      String before = bySeq.putIfAbsent(next.seq(), next.text());
      assertThat(before == null || before.equals(next.text())).as("number %s", next).isTrue();
    }
    assertThat(bySeq.values()).as("bot %d", number).doesNotHaveDuplicates();
    Map<Integer, Integer> next = new HashMap<>();
    others.forEach(other -> next.put(other.number, 0));
    for (String text : bySeq.values()) {
      String[] words = text.split(" ");
      int from = Integer.parseInt(words[0]);
      assertThat(next).as("who may be heard").containsKey(from);
      assertThat(Integer.parseInt(words[1]))
          .as("the next of its speaker")
          .isEqualTo(next.merge(from, 1, Integer::sum) - 1);
    }
    assertThat(next.values()).as("bot %d", number).hasSize(others.size()).containsOnly(each);
  }

  /** Nothing came twice, and nothing out of its order. */
  public void requireEachOnceInOrder() {
    long last = 0;
    for (Heard next : heard) {
      assertThat(next.seq()).as("number in the conversation").isGreaterThan(last);
      last = next.seq();
    }
  }
}
