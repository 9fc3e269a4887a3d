package dev.parley.wire.gateway;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of payloads, in both spellings. */
public enum Key {
  OK("ok"),
  REASON("reason"),
  CODE("code"),
  PLAN("plan"),
  TOKEN("token"),
  BOT_ID("botId"),
  CONVERSATION_ID("conversationId"),
  CHANNEL_ID("channelId"),
  CHANNEL_NAME("channelName"),
  LOOP_ID("loopId"),
  /** How the loop is called in paths; clients that do not know the key pass it over. */
  LOOP_SLUG("loopSlug"),
  PEER_ID("peerId"),
  PEER_TYPE("peerType"),
  STREAM("stream"),
  ERROR("error"),
  SENDER_ID("senderId"),
  CONTENT("content"),
  LAST_ACKED_SEQ("lastAckedSeq"),
  ACKED_SEQ("ackedSeq"),
  FROM_SEQ("fromSeq"),
  TO_SEQ("toSeq"),
  MESSAGE_COUNT("messageCount"),
  /** Whether each message that has an id is answered with an ACK when it is stored. */
  RECEIPTS("receipts");

  private static final Map<String, Key> CAMEL =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(Key::camel, Function.identity()));
  private static final Map<String, Key> SNAKE =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(Key::snake, Function.identity()));

  private final String camel;
  private final String snake;

  Key(String camel) {
    this.camel = camel;
    this.snake = camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  String camel() {
    return camel;
  }

  String snake() {
    return snake;
  }

  boolean hasOneSpelling() {
    return camel.equals(snake);
  }

  static @Nullable Key inCamel(String name) {
    return CAMEL.get(name);
  }

  static @Nullable Key inSnake(String name) {
    return SNAKE.get(name);
  }
}
