package dev.parley.bench.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** The frames of the protocol (docs/gateway.md), as far as a load needs them. */
public final class GatewayFrame {
  public static final int HEADER_BYTES = 47;

  public static final int CONNECT = 1;
  public static final int AUTH_OK = 2;
  public static final int AUTH_FAIL = 3;
  public static final int JOIN = 4;
  public static final int SEND = 6;
  public static final int DELIVERY = 7;
  public static final int ACK = 8;
  public static final int SLOW_DOWN = 11;
  public static final int REPLAY = 12;

  private static final int SEQ_AT = 39;

  private GatewayFrame() {}

  /** One without ids, which is what clients send. */
  public static byte[] of(int type, String json) {
    byte[] payload = json.getBytes(UTF_8);
    return ByteBuffer.allocate(HEADER_BYTES + payload.length)
        .put((byte) 1)
        .put((byte) type)
        .put((byte) 0)
        .putInt(payload.length)
        .position(HEADER_BYTES)
        .put(payload)
        .array();
  }

  public static byte[] connect(String bot, String token) {
    return of(CONNECT, "{\"botId\":\"%s\",\"token\":\"%s\"}".formatted(bot, token));
  }

  public static byte[] joinStream(String bot, String stream) {
    return of(JOIN, "{\"botId\":\"%s\",\"stream\":\"%s\"}".formatted(bot, stream));
  }

  public static byte[] ack(String conversation, long seq) {
    return of(ACK, "{\"conversationId\":\"" + conversation + "\",\"ackedSeq\":" + seq + "}");
  }

  /**
   * @param content JSON
   */
  public static byte[] send(String conversation, String stream, String content) {
    return of(
        SEND,
        "{\"conversationId\":\"%s\",\"stream\":\"%s\",\"content\":%s}"
            .formatted(conversation, stream, content));
  }

  public static int type(byte[] bytes, int from) {
    return bytes[from + 1];
  }

  public static long seq(byte[] bytes, int from) {
    return ByteBuffer.wrap(bytes, from + SEQ_AT, Long.BYTES).getLong();
  }
}
