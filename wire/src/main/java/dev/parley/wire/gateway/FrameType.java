package dev.parley.wire.gateway;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a frame is. */
public enum FrameType {
  CONNECT(1),
  AUTH_OK(2),
  AUTH_FAIL(3),
  JOIN_CONVERSATION(4),
  LEAVE_CONVERSATION(5),
  SEND_MESSAGE(6),
  MESSAGE_DELIVERY(7),
  ACK(8),
  PRESENCE(9),
  TYPING(10),
  SLOW_DOWN(11),
  REPLAY(12),
  CLOSE(13);

  private static final Map<Integer, FrameType> BY_NUMBER = new HashMap<>();

  static {
    for (FrameType type : values()) {
      BY_NUMBER.put(type.number, type);
    }
  }

  private final int number;

  FrameType(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** Null for numbers that nobody has given a meaning. */
  static @Nullable FrameType numbered(int number) {
    return BY_NUMBER.get(number);
  }

  /** Clients read the answer to CONNECT before they look at flags. */
  boolean mayBeCompressed() {
    return this != AUTH_OK && this != AUTH_FAIL;
  }
}
